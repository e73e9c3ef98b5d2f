internal import Foundation

/// A string catalog of Xcode: `.xcstrings`.
struct StringCatalog {
    private(set) var sourceLanguage: String
    private(set) var languages: [String: [String: Translation]] = [:]

    private struct File: Decodable {
        var sourceLanguage: String?
        var strings: [String: Entry]
    }

    private struct Entry: Decodable { var localizations: [String: Localization]? }

    private struct Unit: Decodable { var value: String? }

    private final class Localization: Decodable {
        var stringUnit: Unit?
        var stringSet: StringSet?
        var variations: Variations?
        var substitutions: [String: Substitution]?
    }

    private struct StringSet: Decodable { var values: [String]? }

    private final class Variations: Decodable {
        var plural: [String: Localization]?
        var device: [String: Localization]?
    }

    private final class Substitution: Decodable {
        var argNum: Int?
        var formatSpecifier: String?
        var variations: Variations?
    }

    /// Reads a catalog; nil if the file is none.
    init?(contentsOf url: URL) {
        guard let data = try? Data(contentsOf: url), let file = try? JSONDecoder().decode(File.self, from: data) else { return nil }
        sourceLanguage = file.sourceLanguage ?? "en"
        for (key, entry) in file.strings {
            for (language, localization) in entry.localizations ?? [:] {
                guard let format = Self.format(localization, level: 0) else { continue }
                var translation = Translation(format: format, language: language)
                for (name, substitution) in localization.substitutions ?? [:] {
                    guard let variations = substitution.variations, let words = Self.format(variations, level: 0) else { continue }
                    translation.variables[name] = LocalizedFormat.Variable(
                        argument: substitution.argNum,
                        specifier: FormatSpecifier(substitution.formatSpecifier ?? "@") ?? FormatSpecifier(), words: words)
                }
                languages[language, default: [:]][key] = translation
            }
        }
    }

    private static func format(_ localization: Localization, level: Int) -> LocalizedFormat? {
        if let value = localization.stringUnit?.value { return .format(value) }
        return localization.variations.flatMap { format($0, level: level) } ?? localization.stringSet?.values?.first.map { .format($0) }
    }

    private static func format(_ variations: Variations, level: Int) -> LocalizedFormat? {
        guard level < 6 else { return nil }
        if let forms = variations.plural { return .plural(forms.compactMapValues { format($0, level: level + 1) }) }
        return variations.device.map { .device($0.compactMapValues { format($0, level: level + 1) }) }
    }
}

/// The older files of a language: `.strings` and `.stringsdict`, as texts or property lists of any form.
enum StringsFile {
    /// What a file has; nothing if there is none.
    struct Contents {
        var translations: [String: Translation] = [:]
        /// True if nothing of the file was left out by a mistake in it.
        var isWhole = true
    }

    /// The translations of a file of strings.
    static func strings(contentsOf url: URL, language: String) -> Contents {
        guard let data = try? Data(contentsOf: url) else { return Contents() }
        func contents(_ values: [String: String], isWhole: Bool) -> Contents {
            Contents(translations: values.mapValues { Translation(format: .format($0), language: language) }, isWhole: isWhole)
        }
        if let list = propertyList(data) as? [String: Any] { return contents(list.compactMapValues { $0 as? String }, isWhole: true) }
        let text = StringsText.values(in: data)
        return contents(text.values, isWhole: text.isWhole)
    }

    /// The translations of a file with plural forms.
    static func plurals(contentsOf url: URL, language: String) -> Contents {
        guard let data = try? Data(contentsOf: url) else { return Contents() }
        guard let values = propertyList(data) as? [String: Any] else { return Contents(isWhole: false) }
        return Contents(translations: values.compactMapValues { ($0 as? [String: Any]).flatMap { translation($0, language) } })
    }

    private static func propertyList(_ data: Data) -> Any? {
        try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }

    private static func translation(_ entry: [String: Any], _ language: String) -> Translation? {
        if let forms = entry["NSStringDeviceSpecificRuleType"] as? [String: Any] {
            return Translation(format: .device(forms.compactMapValues { ($0 as? String).map { .format($0) } }), language: language)
        }
        if let forms = entry["NSStringVariableWidthRuleType"] as? [String: String] {
            // The longest form is that for the largest width.
            return forms.max { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }.map { Translation(format: .format($0.value), language: language) }
        }
        guard let format = entry["NSStringLocalizedFormatKey"] as? String else { return nil }
        var translation = Translation(format: .format(format), language: language)
        for (name, value) in entry {
            guard let rule = value as? [String: Any], rule["NSStringFormatSpecTypeKey"] as? String == "NSStringPluralRuleType" else {
                continue
            }
            let forms = rule.filter { PluralCategory(rawValue: $0.key) != nil }
            translation.variables[name] = LocalizedFormat.Variable(
                specifier: FormatSpecifier(rule["NSStringFormatValueTypeKey"] as? String ?? "d") ?? FormatSpecifier(conversion: "d"),
                words: .plural(forms.compactMapValues { ($0 as? String).map { .format($0) } }))
        }
        return translation
    }
}

/// The text form of a file of strings: `"key" = "value";` with comments.
enum StringsText {
    /// The values by their keys; what follows the first mistake is left out, and the text is not whole.
    static func values(in data: Data) -> (values: [String: String], isWhole: Bool) {
        guard let text = text(of: data) else { return ([:], false) }
        var rest = Substring(text)
        var values: [String: String] = [:]
        while let key = token(&rest) {
            skipSpace(&rest)
            if rest.first == ";" {
                rest = rest.dropFirst()
                values[key] = key
                continue
            }
            guard rest.first == "=" else { return (values, false) }
            rest = rest.dropFirst()
            guard let value = token(&rest) else { return (values, false) }
            values[key] = value
            skipSpace(&rest)
            if rest.first == ";" { rest = rest.dropFirst() }
        }
        return (values, rest.isEmpty)
    }

    private static func text(of data: Data) -> String? {
        let start = Array(data.prefix(2))
        if start == [0xFF, 0xFE] || start == [0xFE, 0xFF] { return String(data: data, encoding: .utf16) }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    private static func skipSpace(_ rest: inout Substring) {
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
            } else if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else {
                return
            }
        }
    }

    /// A quoted text, or a word without spaces.
    private static func token(_ rest: inout Substring) -> String? {
        skipSpace(&rest)
        guard rest.first == "\"" else {
            let word = rest.prefix { $0.isLetter || $0.isNumber || "_.-$/:".contains($0) }
            rest = rest.dropFirst(word.count)
            return word.isEmpty ? nil : String(word)
        }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            guard character == "\\", let escaped = rest.popFirst() else {
                text.append(character)
                continue
            }
            switch escaped {
            case "n": text += "\n"
            case "r": text += "\r"
            case "t": text += "\t"
            case "U", "u":
                let digits = rest.prefix(4).prefix { $0.isHexDigit }
                rest = rest.dropFirst(digits.count)
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
            default: text.append(escaped)
            }
        }
        return nil
    }
}
