import Testing
import WatchwordScreen

/// Text comes through in every encoding of the terminal: nothing vanishes silently, and nothing else replaces it.
@Suite struct KeyboardLayoutTests {
  /// The keys of ten keyboards, after xkeyboard-config: what each types alone, with Shift, with AltGr and with both; ␀
  /// is nothing, or a dead key.
  private static let layouts: [(String, String)] = [
    (
      "US",
      #"""
      1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+ qQ wW eE rR tT yY uU iI oO pP [{ ]} aA sS dD fF gG hH jJ kK lL
      ;: '" `~ \| zZ xX cC vV bB nN mM ,< .> /? <>|¦
      """#
    ),
    (
      "UK",
      #"""
      1!¹¡ 2"²⅛ 3£³£ 4$€¼ 5%½⅜ 6^¾⅝ 7&{⅞ 8*[™ 9(]± 0)}° -_\¿ =+ qQ@Ω wWſ§ eEeE rR¶® tTŧŦ yY←¥ uU↓↑ iI→ı
      oOøØ pPþÞ [{ ]} aAæÆ sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ ;: '@ `¬|| #~ zZ«< xX»> cC¢© vV„‚ bB“‘
      nN”’ mMµº ,<•× .>·÷ /? \||¦
      """#
    ),
    (
      "German",
      #"""
      1!¹¡ 2"²⅛ 3§³£ 4$¼¤ 5%½⅜ 6&¬⅝ 7/{⅞ 8([™ 9)]± 0=}° ß?\¿ qQ@Ω wWſ§ eE€€ rR¶® tTŧŦ zZ←¥ uU↓↑ iI→ı oOøØ
      pPþÞ üÜ +*~¯ aAæÆ sSſẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ öÖ äÄ #'’ yY»› xX«‹ cC¢© vV„‚ bB“‘ nN”’ mMµº
      ,;·× .:…÷ -_–— <>|
      """#
    ),
    (
      "French",
      #"""
      &1¹¡ é2~⅛ "3#£ '4{$ (5[⅜ -6|⅝ è7`⅞ _8\™ ç9^± à0@° )°]¿ =+} aAæÆ zZ«< eE€¢ rR¶® tTŧŦ yY←¥ uU↓↑ iI→ı
      oOøØ pPþÞ $£¤ qQ@Ω sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ mMµº ù% ²~¬¬ *µ wWłŁ xX»> cC¢© vV„‚ bB“‘
      nN”’ ,? ;.•× :/·÷ !§ <>|¦
      """#
    ),
    (
      "Swiss German",
      #"""
      1+|¡ 2"@⅛ 3*#£ 4ç¼$ 5%½⅜ 6&¬⅝ 7/|⅞ 8(¢™ 9)]± 0=}° '?␀¿ qQ@Ω wWſ§ eE€E rR¶® tTŧŦ zZ←¥ uU↓↑ iI→ı oOœŒ
      pPþÞ üè[ aAæÆ sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ öé äà{ §°¬¬ $£} yY«< xX»> cC¢© vV„‚ bB“‘ nN”’
      mMµº ,;•× .:·÷ -_ <>\¦
      """#
    ),
    (
      "Spanish",
      #"""
      1!|¡ 2"@⅛ 3·#£ 4$~$ 5%½⅜ 6&¬⅝ 7/{⅞ 8([™ 9)]± 0=}° '?\¿ ¡¿ qQ@Ω wWſ§ eE€¢ rR¶® tTŧŦ yY←¥ uU↓↑ iI→ı
      oOøØ pPþÞ +*] aAæÆ sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ ñÑ ºª\\ çÇ} zZ«< xX»> cC¢© vV„‚ bB“‘ nN”’
      mMµº ,;•× .:·÷ -_ <>|¦
      """#
    ),
    (
      "Brazilian",
      #"""
      1!¹¡ 2@²½ 3#³¾ 4$£¼ 5%¢⅜ 6␀¬¨ 7&{⅞ 8*[™ 9(]± 0)}° -_\¿ =+§ qQ// wW?? eE°° rR®® tTŧŦ yY←¥ uU↓↑ iI→ı
      oOøØ pPþÞ [{ª aAæÆ sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ çÇ '"¬¬ ]}ºº zZ«< xX»> cC©© vV„‚ bB“‘ nN”’
      mMµµ ,<•× .>·÷ ;: \| /?°¿
      """#
    ),
    (
      "Italian",
      #"""
      1!¹¡ 2"² 3£³ 4$¼⅛ 5%½⅜ 6&¬⅝ 7/{⅞ 8([™ 9)]± 0=} '?`¿ ì^~ qQ@Ω wWſ§ eE€¢ rR¶® tTŧŦ yY←¥ uU↓↑ iI→ı oOøØ
      pPþÞ èé[{ +*]} aAæÆ sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ òç@ à°# \|¬¦ ù§ zZ«< xX»> cC¢© vV“‘ bB”’
      nNñÑ mMµº ,;␀× .:· -_␀÷ <>«»
      """#
    ),
    (
      "Swedish",
      #"""
      1!¡¹ 2"@² 3#£³ 4¤$¼ 5%€¢ 6&¥⅝ 7/{÷ 8([« 9)]» 0=}° +?\¿ qQ@Ω wWſ§ eE€¢ rR®® tTþÞ yY←¥ uU↓↑ iI→ı oOœŒ
      pPþÞ åÅ aAªº sSßẞ dDðÐ fFđª gGŋŊ hHħĦ jJ kKĸ& lLłŁ öÖøØ äÄæÆ §½¶¾ '*´× zZ«< xX»> cC©© vV„‚ bB“‘ nN”’
      mMµº ,; .:· -_ <>|¦
      """#
    ),
    (
      "Russian",
      #"""
      1! 2" 3№ 4; 5% 6: 7? 8*₽ 9( 0) -_ =+ йЙ цЦ уУ кК еЕ нН гГ шШ щЩ зЗ хХ ъЪ фФ ыЫ вВ аА пП рР оО лЛ дД
      жЖ эЭ ёЁ \/ яЯ чЧ сС мМ иИ тТ ьЬ бБ юЮ ., /||¦
      """#
    ),
  ]

  /// What a terminal sends for a key's character, and whether that tells it for certain.
  private struct Encoding: Sendable {
    let name: String
    let isCertain: Bool
    let bytes: @Sendable (_ key: [Unicode.Scalar], _ level: Int) -> String
  }

  private static let encodings: [Encoding] =
    [
      Encoding(name: "plain", isCertain: true) { String($0[$1]) },
      Encoding(name: "modifyOtherKeys", isCertain: true) { "\u{1B}[27;\($1 & 1 + 1);\($0[$1].value)~" },
      Encoding(name: "formatOtherKeys", isCertain: false) { "\u{1B}[\($0[$1].value);\($1 & 1 + 1)u" },
      Encoding(name: "win32", isCertain: true) { key, level in
        let state = level & 1 * 0x10 + (level > 1 ? 9 : 0)
        let character = key[level].value
        return "\u{1B}[65;30;\(character);1;\(state);1_\u{1B}[65;30;\(character);0;\(state);1_"
      },
    ]
    + [8, 10, 12, 14, 24, 26, 28, 30].map { flags in
      Encoding(name: "kitty \(flags)", isCertain: flags & 16 != 0) { kitty($0, $1, flags: flags) }
    }
    // Text beyond ASCII is left out, as in kitty 0.26.
    + [
      Encoding(name: "kitty 0.26", isCertain: false) { key, level in
        key[level].isASCII
          ? kitty(key, level, flags: 24)
          : third(level, "") + "\u{1B}[\(key[0].value);\(level & 1 > 0 ? "2" : "")u" + third(level, ";1:3")
      }
    ]
    // Caps Lock where the system raises only letters, and what is told besides the text.
    + [8, 12, 24].map { flags in
      Encoding(name: "kitty \(flags) with Caps Lock", isCertain: flags & 16 != 0) {
        kitty($0, $1, flags: flags, lock: 64)
      }
    }

  private static func third(_ level: Int, _ rest: String) -> String {
    level > 1 ? "\u{1B}[57453\(rest)u" : ""
  }

  /// A key of kitty's protocol under its flags: 2 reports releases, 4 the key with Shift, 8 every key, 16 the text.
  /// AltGr is a key of its own.
  private static func kitty(
    _ key: [Unicode.Scalar], _ level: Int, flags: Int, lock: Int = 0
  ) -> String {
    let modifiers = 1 + level & 1 + lock
    var code = "\(key[0].value)"
    if flags & 4 != 0, level & 1 > 0, key[1] != "␀" { code += ":\(key[1].value)" }
    let press = "\u{1B}[\(code);\(modifiers)" + (flags & 16 != 0 ? ";\(key[level].value)u" : "u")
    let release = flags & 2 != 0 ? "\u{1B}[\(code);\(modifiers):3u" : ""
    return third(level, "") + press + release + (flags & 2 != 0 ? third(level, ";1:3") : "")
  }

  @Test(arguments: layouts.map(\.0))
  func `every character of the keyboard is typed or refused, in every encoding`(name: String) throws {
    let layout = try #require(Self.layouts.first { $0.0 == name }).1
    let keys = layout.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    #expect(keys.count > 45)
    var (certain, refused) = (0, 0)
    for encoding in Self.encodings {
      for key in keys {
        for level in key.indices where key[level] != "␀" {
          let hasLock = encoding.name.hasSuffix("Caps Lock")
          // With Caps Lock the capital is on Shift's level, and the small letter above.
          let scalar = hasLock ? Self.locked(key, level) : key[level]
          guard let scalar else { continue }
          var typed = key
          typed[level] = scalar
          let bytes = Array(encoding.bytes(hasLock && !encoding.isCertain ? key : typed, level).utf8)
          let heard = decode(bytes)
          let single = bytes.reduce(into: Listener()) { $0.read([$1]) }
          #expect(single.heard == heard)
          let isTyped = heard == [.key(.scalar(scalar))]
          #expect(
            isTyped || !encoding.isCertain && heard == [.notText],
            "\(encoding.name): \(scalar) is heard as \(heard)")
          if isTyped { certain += 1 } else { refused += 1 }
        }
      }
    }
    // Nearly all keys type.
    #expect(certain > refused * 3, "\(certain) typed, \(refused) refused")
  }

  /// What a key types under Caps Lock; `nil` where systems differ.
  private static func locked(_ key: [Unicode.Scalar], _ level: Int) -> Unicode.Scalar? {
    guard level < 2 else { return nil }
    let properties = key[level].properties
    let other = level == 0 ? properties.uppercaseMapping : properties.lowercaseMapping
    return other.unicodeScalars.count == 1 ? other.unicodeScalars.first : nil
  }
}
