/// Days as people write them: with the name of a month, with 年, 月 and 日, or with a time behind them. The library
/// knows days of digits alone.
extension GuessableText {
  /// Adds the days in the text, each also with the time behind it.
  func findDates(_ found: inout [Piece]) {
    func begins(_ index: Int) -> Bool { index == 0 || kind(at: index) != kind(at: index - 1) }
    // Most texts have neither two numbers nor a year.
    guard
      (0..<count).count(where: { kind(at: $0) == .digit && begins($0) }) > 1
        || (0..<max(0, count - 3)).contains(where: { isYear(at: $0) })
    else { return }
    for start in 0..<count where begins(start) && kind(at: start) != .sign { findDays(from: start, &found) }
  }

  /// Adds the day that begins at `start`: three numbers, one of them a year, or two and the name of a month. One number
  /// for each of hours, minutes and seconds may follow. A year of four digits and the name of a month are enough.
  private func findDays(from start: Int, _ found: inout [Piece]) {
    var (index, numbers, years, least, names, signs, bits) = (start, 0, 0, Int.max, 0, 0, Self.bitsOfDay)
    var hasMonth = false
    while index < count {
      let kind = kind(at: index)
      let end = end(of: kind, from: index)
      switch kind {
      case .sign where end - index <= 2: signs += 1
      case .digit where numbers < 3 && end - index != 3 && end - index < 5:
        let value = (index..<end).reduce(0) { unsafe $0 * 10 + Int(bytes[$1] & 0x0F) }
        guard end - index < 3 || 1900..<2100 ~= value else { return }
        (numbers, years, least) = (numbers + 1, years + (value > 31 ? 1 : 0), min(least, value))
      case .digit where 3..<6 ~= numbers && end - index < 3:
        bits += Self.bitsOfTime[numbers - 3]
        numbers += 1
      case .letter:
        let name = hash(of: index..<end).value
        if Self.fillers.contains(name) {
          names += 1
        } else if !hasMonth, numbers < 3, Self.months.contains(name) {
          (hasMonth, numbers) = (true, numbers + 1)
          bits += (index..<end).contains { isCapital(at: $0) } ? 1 : 0
        } else if !Self.companions.contains(name) {
          return
        }
      default: return
      }
      index = end
      let isMonth = numbers == 2 && hasMonth && least > 1899
      guard numbers > 2 || isMonth else { continue }
      let isInDigits = (years == 1 || names > 1) && signs + names > 1 && 1...12 ~= least
      guard years < 2, hasMonth || isInDigits else { return }
      // In Hungarian, a full stop ends a day.
      if kind == .sign, unsafe bytes[index - 1] != 0x2E { continue }
      let less = isMonth ? Self.bitsOfDayInMonth : 0
      found.append(Piece(range: start..<end, bits: bits - less, kind: .found(.date)))
    }
  }

  /// The bits of one of the days of 130 years, and of how it is written.
  private static let bitsOfDay = 19.0
  /// What a month takes less, of which there are a thirtieth as many, in fewer forms.
  private static let bitsOfDayInMonth = 6.0
  /// The bits of hours, minutes and seconds. Many days with a time are written at a full minute.
  private static let bitsOfTime = [4.5, 5.5, 4.0]

  /// The end of the code points of `kind` at `start` and behind it.
  func end(of kind: Class, from start: Int) -> Int {
    (start..<count).first { self.kind(at: $0) != kind } ?? count
  }

  /// The hashes of the names in `list`.
  private static func hashes(of list: String) -> Set<UInt64> {
    Set(
      list.split(separator: " ").map { name in
        var hash = LetterHash()
        for scalar in name.unicodeScalars { scalar.forEachInnerLetter { hash.add(UInt64($0)) } }
        return hash.value
      })
  }

  /// What stands between the parts of a day, or before the year or the time, or names an era.
  private static let fillers = hashes(
    of: """
      t at um st nd rd th de del do da di of the den er ten van ng tháng năm nian yue ri nen gatsu nichi 令和 平成 昭和 大正 明治 \
      年 月 日 号 號 時 时 点 點 分 秒 년 월 일 시 분 초 日午前 日午後 日上午 日下午 일오전 일오후
      """)
  /// What stands before or behind a day or a time and tells nothing new: days of the week, by language and short, and words.
  private static let companions = hashes(
    of: """
      monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun montag dienstag \
      mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi \
      dimanche lun mer jeu ven sam dim lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom segunda \
      terça quarta quinta sexta feira seg ter qua qui sex lunedì martedì mercoledì giovedì venerdì sabato domenica gio sab \
      maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo poniedziałek wtorek środa czwartek piątek \
      sobota niedziela pon wt śr czw pt sob niedz понедельник вторник среда четверг пятница суббота воскресенье пн вт ср \
      чт пт сб вс понеділок вівторок середа четвер субота неділя нд luni marți miercuri joi vineri sâmbătă \
      duminică senin selasa rabu kamis jumat sabtu minggu pazartesi salı çarşamba perşembe cuma cumartesi pazar hai ba tư \
      năm sáu bảy thứ chủ nhật miyerkules huwebes biyernes linggo ponedjeljak ponedeljak utorak srijeda sreda četvrtak \
      petak subota nedjelja nedelja hétfő kedd szerda csütörtök péntek szombat vasárnap maanantai tiistai keskiviikko \
      torstai perjantai lauantai sunnuntai δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή ראשון שני שלישי רביעי \
      חמישי שישי שבת יום يوم الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد 月曜日 火曜日 水曜日 木曜日 金曜日 \
      土曜日 日曜日 日月曜日 日火曜日 日水曜日 日木曜日 日金曜日 日土曜日 日日曜日 火 水 木 金 土 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 日星期一 日星期二 日星期三 日星期四 日星期五 日星期六 日星期日 周一 周二 周三 周四 周五 周六 周日 \
      월요일 화요일 수요일 목요일 금요일 토요일 일요일 午前 午後 上午 下午 오전 오후 am pm uhr ore kl klo uur om alle las \
      às godz го года году год року рік roku rok º ª le el
      """)
  /// The months by language: in full, in the genitive, and short. The first year of an era has a name as well.
  private static let months = hashes(
    of: """
      令和元年 平成元年 昭和元年 大正元年 january february march april may june july august september october november december jan feb mar apr jun jul aug \
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
      """)
}
