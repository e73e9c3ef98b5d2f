import Foundation
import SubdialLayout
import Testing

@testable import SubdialSwiftUI

/// A folder that ends with the test.
struct TemporaryFolder: ~Copyable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("strings-\(UUID())")

    init(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = url.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func words(_ key: LocalizedStringKey, _ language: String, table: String? = nil) -> String {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: language)
        return key.pieces.string(.named(table, in: [url]), in: environment)
    }
}

@Suite("Localized texts")
struct LocalizationTests {
    // The specifiers that Apple documents for the keys of interpolated values.
    @Test("The key of a literal with values")
    func keys() {
        #expect(
            LocalizedStringKey("a \("b") \(1) \(1.5) \(UInt8(1)) \(Int8(1)) \(UInt(1)) \(Float(1)) \(CGFloat(1))%").pieces.key
                == "a %@ %lld %lf %u %d %llu %f %lf%%")
        #expect(LocalizedStringKey("\(1.5, specifier: "%.1f") \(Date(), style: .timer) \(1, format: .number)").pieces.key == "%.1f %@ %@")
    }

    @Test("A width that no text needs is not written")
    func widths() {
        let large = FormatSpecifier(flags: "99999999", conversion: "u")
        #expect(LocalizedArgument.unsigned(.max).string(large, in: EnvironmentValues()).count == 60)
    }

    @Test("Strings files, with comments, escapes and positions")
    func strings() throws {
        let folder = try TemporaryFolder([
            "de.lproj/Localizable.strings": """
            /* A comment */
            "hello" = "Hallo \\"Welt\\"\\n";
            // another
            "%@ of %lld" = "%2$lld, davon %1$@";
            key = value;
            """,
            "en.lproj/Localizable.strings": "\"hello\" = \"Hello\"; \"only\" = \"Only\";",
            "fr.lproj/Other.strings": "\"hello\" = \"Salut\";",
        ])
        #expect(folder.words("hello", "de_AT") == "Hallo \"Welt\"\n")
        #expect(folder.words("\("x") of \(2000)", "de_DE") == "2.000, davon x")
        #expect(folder.words("key", "de") == "value")
        #expect(folder.words("hello", "fr") == "Hello")
        #expect(folder.words("only", "de") == "Only")
        #expect(folder.words("hello", "fr", table: "Other") == "Salut")
        #expect(folder.words("missing %", "de") == "missing %")
    }

    @Test("Plural forms of a stringsdict")
    func stringsdict() throws {
        let folder = try TemporaryFolder([
            "ru.lproj/Localizable.stringsdict": """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>%lld files in %lld folders</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>%#@files@ в %2$#@folders@</string>
            <key>files</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>lld</string><key>zero</key><string>нет файлов</string>
            <key>one</key><string>%lld файл</string><key>few</key><string>%lld файла</string><key>other</key><string>%lld файлов</string></dict>
            <key>folders</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>lld</string>
            <key>one</key><string>%lld папке</string><key>other</key><string>%lld папках</string></dict>
            </dict></dict></plist>
            """
        ])
        #expect(folder.words("\(1) files in \(2) folders", "ru") == "1 файл в 2 папках")
        #expect(folder.words("\(23) files in \(21) folders", "ru") == "23 файла в 21 папке")
        #expect(folder.words("\(0) files in \(5) folders", "ru") == "нет файлов в 5 папках")
    }

    @Test("String catalogs with plural forms, devices and substitutions")
    func catalogs() throws {
        let folder = try TemporaryFolder([
            "Localizable.xcstrings": """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "Hello": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "**Hallo**"}}}},
              "title": {"localizations": {"en": {"stringUnit": {"value": "Title"}}}},
              "%lld birds": {"localizations": {"en": {"variations": {"plural": {
                 "one": {"stringUnit": {"value": "%lld bird"}}, "other": {"stringUnit": {"value": "%lld birds"}}}}}}},
              "tap": {"localizations": {"en": {"variations": {"device": {
                 "mac": {"stringUnit": {"value": "Click"}}, "other": {"stringUnit": {"value": "Tap"}}}}}}},
              "%lld of %lld": {"localizations": {"en": {"stringUnit": {"value": "%#@done@ of %#@all@"}, "substitutions": {
                 "done": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {"other": {"stringUnit": {"value": "%arg"}}}}},
                 "all": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                    "one": {"stringUnit": {"value": "%arg task"}}, "other": {"stringUnit": {"value": "%arg tasks"}}}}}}}}}
            }}
            """
        ])
        #expect(folder.words("Hello", "de") == "**Hallo**")
        #expect(folder.words("Hello", "fr") == "Hello")
        #expect(folder.words("title", "fr") == "Title")
        #expect(folder.words("\(1) birds", "en_GB") == "1 bird")
        #expect(folder.words("\(1200) birds", "en") == "1,200 birds")
        #expect(folder.words("tap", "en") == "Tap")
        #expect(folder.words("\(0) of \(1)", "en") == "0 of 1 task")
        #expect(folder.words("\(1) of \(12)", "en") == "1 of 12 tasks")
    }

    @Test(
        "A file of strings that cannot be read to its end is a problem of its table",
        arguments: [
            ("Localizable.xcstrings", "{\"strings\": {"), ("de.lproj/Localizable.strings", "\"a\" = \"b\";\n\"c\" \"d\";"),
            ("Localizable.strings", "\"a\" = \"b\";\n\"c\" = "), ("de.lproj/Localizable.stringsdict", "<plist><dict>"),
        ])
    func brokenFile(_ path: String, _ text: String) throws {
        let folder = try TemporaryFolder([path: text])
        let problems = StringTable.named(nil, in: [folder.url]).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains("\(path.split(separator: "/").last ?? "")' has a mistake") == true)
    }

    @Test("A resource has a key, a default and a language")
    func resources() {
        let resource = LocalizedStringResource("greeting", defaultValue: "Hello \("Ada")")
        #expect(resource.key == "greeting")
        #expect(String(localized: resource) == "Hello Ada")
        #expect(String(localized: "\(1200) m", locale: Locale(identifier: "de_DE")) == "1.200 m")
        #expect(content(of: Text(resource)).text == "Hello Ada")
    }

    @Test(
        "Names of Chinese by region",
        arguments: [("zh_TW", "zh-hant"), ("zh_CN", "zh-hans"), ("zh-Hant-HK", "zh-hant"), ("pt_BR", "pt-br")])
    func languages(locale: String, name: String) { #expect(StringTable.languages(of: Locale(identifier: locale)).contains(name)) }

    // Unicode CLDR, language plural rules, sample numbers.
    @Test(
        "Plural categories of the Unicode CLDR",
        arguments: [
            ("en", 1.0, "one"), ("en", 1.5, "other"), ("fr", 0, "one"), ("fr", 1.9, "one"), ("fr", 1_000_000, "many"), ("ja", 1, "other"),
            ("ru", 21, "one"), ("ru", 22, "few"), ("ru", 11, "many"), ("ru", 1.5, "other"), ("pl", 5, "many"), ("pl", 2, "few"),
            ("cs", 1.5, "many"),
            ("ar", 0, "zero"), ("ar", 2, "two"), ("ar", 103, "few"), ("ar", 111, "many"), ("ar", 100, "other"), ("cy", 6, "many"),
            ("he", 2, "two"),
            ("lv", 0, "zero"), ("lt", 21, "one"), ("da", 0.5, "one"), ("sl", 103, "few"), ("pt", 0, "one"), ("pt-PT", 0, "other"),
            ("ro", 19, "few"),
        ])
    func plurals(language: String, number: Double, category: String) {
        #expect(PluralRules.of(language: language).category(of: .init(number)).rawValue == category)
    }
}

@Suite("Markdown")
struct MarkdownTests {
    private func marked(_ text: String) -> String {
        Markdown.inline(text).map { part in
            var words = part.text
            if part.intents.contains(.code) { words = "<c>\(words)</c>" }
            if part.intents.contains(.emphasized) { words = "<i>\(words)</i>" }
            if part.intents.contains(.stronglyEmphasized) { words = "<b>\(words)</b>" }
            if part.intents.contains(.strikethrough) { words = "<s>\(words)</s>" }
            return part.link.map { "<a \($0)>\(words)</a>" } ?? words
        }.joined()
    }

    // Examples of CommonMark 0.31 and GitHub's extension for strikethrough.
    @Test(
        "Inline parts",
        arguments: [
            ("*foo bar*", "<i>foo bar</i>"), ("a * foo bar*", "a * foo bar*"), ("foo*bar*", "foo<i>bar</i>"), ("foo_bar_", "foo_bar_"),
            ("**foo bar**", "<b>foo bar</b>"), ("***foo***", "<b><i>foo</i></b>"), ("__foo__ _bar_", "<b>foo</b> <i>bar</i>"),
            ("`a * b*`", "<c>a * b*</c>"), ("``foo ` bar``", "<c>foo ` bar</c>"), ("~~old~~ new", "<s>old</s> new"), ("\\*a\\*", "*a*"),
            ("[a *b*](https://x.org/(y) \"t\")", "<a https://x.org/(y)>a </a><a https://x.org/(y)><i>b</i></a>"),
            ("<https://x.org>", "<a https://x.org>https://x.org</a>"),
            ("a &amp; &#35;", "a & #"), ("two\n  lines  kept", "two\n  lines  kept"), ("*a", "*a"), ("[a]", "[a]"), ("3 < 4", "3 < 4"),
            ("*foo**bar**baz*", "<i>foo</i><b><i>bar</i></b><i>baz</i>"),
        ])
    func inline(text: String, expected: String) { #expect(marked(text) == expected) }

    @Test("Links have the tint, code is monospaced")
    func attributes() throws {
        let string = try AttributedString(markdown: "**Bold** `code` [link](https://x.org)")
        #expect(String(string.characters) == "Bold code link")
        #expect(string.runs.last?.link == URL(string: "https://x.org"))
        let text = content(of: Text("`code`"))
        #expect(text.font.design == .monospaced)
    }

    @Test("Blocks follow each other in a document, and white space stays if asked for")
    func documents() throws {
        #expect(try String(AttributedString(markdown: "# Head\nOne\ntwo\n\n- three").characters) == "HeadOne twothree")
        let options = AttributedString.MarkdownParsingOptions(interpretedSyntax: .inlineOnlyPreservingWhitespace)
        #expect(try String(AttributedString(markdown: "a\n\n b", options: options).characters) == "a\n\n b")
    }
}
