/// Days as people write them: with the name of a month, with 年, 月 and 日, or with a time behind them. The library
/// knows days of digits alone.
extension GuessableText {
  /// Adds the days in the text, each also with the time behind it.
  func findDates(_ found: inout [Piece]) {
    func begins(_ index: Int) -> Bool { index == 0 || kind(at: index) != kind(at: index - 1) }
    // Most texts have fewer numbers than a day.
    guard (0..<count).count(where: { kind(at: $0) == .digit && begins($0) }) > 1 else { return }
    for start in 0..<count where begins(start) {
      guard kind(at: start) != .sign, var end = endOfDay(from: start) else { continue }
      let hasCapital = (start..<end).contains { unsafe (0x41...0x5A).contains(bytes[$0]) }
      var bits = Self.bitsOfDay + (hasCapital ? 1 : 0)
      found.append(Piece(range: start..<end, bits: bits, kind: .found(.date)))
      // The time stands behind signs, a T, or a word such as "at".
      let word = self.end(of: .sign, from: end)
      end = self.end(of: .letter, from: word)
      guard end == word || isFiller(word..<end, isFirst: false) else { continue }
      for more in Self.bitsOfTime {
        let number = end < count && kind(at: end) == .digit ? end : end + 1
        end = self.end(of: .digit, from: number)
        guard 1...2 ~= end - number else { break }
        if isMark(at: end) { end += 1 }
        bits += more
        found.append(Piece(range: start..<end, bits: bits, kind: .found(.date)))
      }
    }
  }

  /// The bits of one of the days of 130 years, and of how it is written.
  private static let bitsOfDay = 19.0
  /// The bits of hours, minutes and seconds. Many days with a time are written at a full minute.
  private static let bitsOfTime = [4.5, 5.5, 4.0]

  /// The end of the day that begins at `start`: three numbers, one of them a year, or two and the name of a month.
  private func endOfDay(from start: Int) -> Int? {
    var (index, signs, marks, years, small, least) = (start, 0, 0, 0, 0, Int.max)
    var month: Range<Int>?
    while index < count {
      let end = isMark(at: index) ? index + 1 : end(of: kind(at: index), from: index)
      switch kind(at: index) {
      case .sign where end - index <= 2 && index > start: signs += 1
      case .digit where end - index != 3 && end - index < 5:
        let value = (index..<end).reduce(0) { unsafe $0 * 10 + Int(bytes[$1] & 0x0F) }
        guard end - index < 3 || 1900..<2100 ~= value else { return nil }
        years += value > 31 ? 1 : 0
        small += value > 31 ? 0 : 1
        least = min(least, value)
      case .letter where isMark(at: index): marks += 1
      case .letter where isFiller(index..<end, isFirst: index == start): marks += 1
      case .letter where month == nil && end - index > 2: month = index..<end
      default: return nil
      }
      index = end
      guard (month == nil ? 0 : 1) + years + small == 3 else { continue }
      let isInDigits = (years == 1 || marks > 1) && signs + marks > 1 && 1...12 ~= least
      guard years < 2, month.map({ isName(at: $0, in: Self.months) }) ?? isInDigits else { return nil }
      let rest = isMark(at: index) ? index + 1 : self.end(of: .letter, from: index)
      return isMark(at: index) || isFiller(index..<rest, isFirst: false) ? rest : index
    }
    return nil
  }

  /// Whether what stands at `range` is no month, and belongs to a day; as the first, only an era does.
  private func isFiller(_ range: Range<Int>, isFirst: Bool) -> Bool {
    if isFirst { return unsafe bytes[range.lowerBound] > 0x7F && isName(at: range, in: Self.eras) }
    return range.count <= Self.longestFiller && isName(at: range, in: Self.fillers)
  }

  /// Whether what stands at `index` ends a number of a day in Chinese, Japanese and Korean, or in Hungarian.
  private func isMark(at index: Int) -> Bool {
    index < count && "年月日時分秒년월일시분초.".unicodeScalars.contains(unsafe scalar(of: bytes[index]))
  }

  /// The end of the code points of `kind` at `start` and behind it.
  private func end(of kind: Class, from start: Int) -> Int {
    (start..<max(start, count)).first { self.kind(at: $0) != kind } ?? max(start, count)
  }

  /// Whether the letters at `range` are one of `names`, whatever their case and accents.
  private func isName(at range: Range<Int>, in names: String) -> Bool {
    let wanted = letters(at: range).hash.value
    var name = LetterHash()
    for scalar in names.unicodeScalars {
      if scalar != " " {
        scalar.forEachInnerLetter { name.add(UInt64($0)) }
      } else if name.value == wanted {
        return true
      } else {
        name = LetterHash()
      }
    }
    return false
  }

  private static let longestFiller = 5
  /// What stands between the parts of a day, or before the year or the time. Each ends with a space.
  private static let fillers = """
    t at um st nd rd th de del do da di of the den er ten van ng tháng năm nian yue ri nen \
    gatsu nichi 
    """
  private static let eras = "令和 平成 昭和 "
  /// The months by language: in full, in the genitive, and short. Each ends with a space.
  private static let months = """
    january february march april may june july august september october november december jan feb mar apr jun jul aug \
    sep sept oct nov dec januar jänner februar märz mai juni juli oktober dezember mär okt dez janvier février mars avril \
    juin juillet août septembre octobre novembre décembre janv févr avr juil déc enero febrero marzo abril mayo junio \
    julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago dic janeiro fevereiro março maio junho julho \
    setembro outubro novembro dezembro fev set out gennaio febbraio aprile maggio giugno luglio settembre ottobre \
    dicembre gen mag giu lug ott januari februari maart mei augustus mrt styczeń stycznia luty lutego marzec marca \
    kwiecień kwietnia maj maja czerwiec czerwca lipiec lipca sierpień sierpnia wrzesień września październik października \
    listopad listopada grudzień grudnia sty lut kwi cze lip sie wrz paź lis gru январь января февраль февраля март марта \
    апрель апреля май мая июнь июня июль июля август августа сентябрь сентября октябрь октября ноябрь ноября декабрь \
    декабря янв фев мар апр июн июл авг сен сент окт ноя дек січень січня лютий лютого березень березня квітень квітня \
    травень травня червень червня липень липня серпень серпня вересень вересня жовтень жовтня листопад листопада \
    грудень грудня ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie ian iun iul noi \
    maret agustus desember agt okt des ocak şubat nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık oca şub nis \
    haz tem ağu eyl eki kas ara enero pebrero marso hunyo hulyo setyembre oktubre nobyembre disyembre siječanj siječnja \
    veljača veljače ožujak ožujka travanj travnja svibanj svibnja lipanj lipnja srpanj srpnja kolovoz kolovoza rujan rujna \
    studeni studenog prosinac prosinca januara februara aprila juna jula avgust avgusta septembar septembra oktobar \
    oktobra novembar novembra decembar decembra január február március április május június július augusztus szeptember \
    október tammikuu tammikuuta helmikuu helmikuuta maaliskuu maaliskuuta huhtikuu huhtikuuta toukokuu toukokuuta \
    kesäkuu kesäkuuta heinäkuu heinäkuuta elokuu elokuuta syyskuu syyskuuta lokakuu lokakuuta marraskuu marraskuuta \
    joulukuu joulukuuta ιανουάριος ιανουαρίου φεβρουάριος φεβρουαρίου μάρτιος μαρτίου απρίλιος απριλίου μάιος μαΐου \
    ιούνιος ιουνίου ιούλιος ιουλίου αύγουστος αυγούστου σεπτέμβριος σεπτεμβρίου οκτώβριος οκτωβρίου νοέμβριος \
    νοεμβρίου δεκέμβριος δεκεμβρίου ינואר פברואר מרץ מרס אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר בינואר \
    בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר يناير فبراير مارس أبريل ابريل مايو يونيو \
    يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر 
    """
}
