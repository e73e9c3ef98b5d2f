internal import Foundation

/// A translation: a format, or several of them by number or device.
indirect enum LocalizedFormat: Hashable, Sendable {
    case format(String)
    /// By the plural category of a number.
    case plural([String: LocalizedFormat])
    /// By the device; `other` for all further ones.
    case device([String: LocalizedFormat])

    /// A part of a format whose words depend on an argument: `%#@NAME@`.
    struct Variable: Hashable, Sendable {
        /// The number of the argument, from 1; nil for the next one.
        var argument: Int?
        /// The specifier for `%arg`.
        var specifier: FormatSpecifier
        /// The words.
        var words: LocalizedFormat
    }
}

/// The translation of a key in a language.
struct Translation: Hashable, Sendable {
    var format: LocalizedFormat
    var variables: [String: LocalizedFormat.Variable] = [:]
    /// The language of the translation, whose plural rules apply.
    var language: String
}

/// A format with the arguments that stand in it, after the choice of plural forms.
///
/// In ``text`` each argument is one character of a private plane, so that Markdown and words can be told from values.
struct ExpandedFormat: Hashable, Sendable {
    /// An argument in the text.
    struct Slot: Hashable, Sendable {
        /// The index of the argument.
        var index: Int
        var specifier: FormatSpecifier
    }

    private(set) var text = ""
    private(set) var slots: [Slot] = []

    private static let firstSlot: UInt32 = 0xF0000
    private static let mostSlots = 4096
    private static let mostLevels = 8

    /// A format without variants.
    init(_ format: String, argumentCount: Int) {
        self.init(Translation(format: .format(format), language: "en"), quantities: Array(repeating: nil, count: argumentCount))
    }

    /// Words without arguments, in which a percent sign is one.
    init(words: String) { text = words }

    /// Chooses the forms of a translation for arguments whose numbers are `quantities`.
    init(_ translation: Translation, quantities: [Double?], device: String = "iphone") {
        var expansion = Expansion(translation: translation, quantities: quantities, device: device)
        let start = quantities.firstIndex { $0 != nil }
        expansion.expand(translation.format, about: start, specifier: FormatSpecifier(conversion: "d"), level: 0)
        (text, slots) = (expansion.text, expansion.slots)
    }

    /// The argument that a character stands for; nil for a character of the words.
    func slot(_ character: Character) -> Slot? {
        guard let scalar = character.unicodeScalars.first, scalar.value >= Self.firstSlot,
            scalar.value - Self.firstSlot < UInt32(slots.count)
        else { return nil }
        return slots[Int(scalar.value - Self.firstSlot)]
    }

    /// The text with its arguments as words.
    func string(_ words: (Slot) -> String) -> String { string(of: text, words) }

    /// A part of the text with its arguments as words.
    func string(of text: String, _ words: (Slot) -> String) -> String {
        guard !slots.isEmpty else { return text }
        return text.reduce(into: "") { result, character in
            if let slot = slot(character) { result += words(slot) } else { result.append(character) }
        }
    }

    private struct Expansion {
        let translation: Translation
        let quantities: [Double?]
        let device: String
        var text = ""
        var slots: [Slot] = []
        /// The index of the argument of the next specifier without a number.
        var next = 0

        mutating func expand(_ format: LocalizedFormat, about subject: Int?, specifier: FormatSpecifier, level: Int) {
            guard level < ExpandedFormat.mostLevels else { return }
            switch format {
            case .format(let format): expand(format, about: subject, specifier: specifier, level: level)
            case .device(let forms):
                guard let form = forms[device] ?? forms["other"] ?? forms.min(by: { $0.key < $1.key })?.value else { return }
                expand(form, about: subject, specifier: specifier, level: level + 1)
            case .plural(let forms):
                let quantity = subject.flatMap { $0 < quantities.count ? quantities[$0] : nil }
                guard let form = Self.form(of: quantity, in: forms, specifier: specifier, language: translation.language) else { return }
                expand(form, about: subject, specifier: specifier, level: level + 1)
            }
        }

        private static func form(
            of quantity: Double?, in forms: [String: LocalizedFormat], specifier: FormatSpecifier, language: String
        ) -> LocalizedFormat? {
            guard let quantity else { return forms["other"] ?? forms["one"] }
            // A form for zero is used in every language.
            if quantity == 0, let zero = forms["zero"] { return zero }
            let category = PluralRules.of(language: language).category(of: .init(quantity))
            return forms[category.rawValue] ?? forms["other"] ?? forms.min { $0.key < $1.key }?.value
        }

        private mutating func expand(_ format: String, about subject: Int?, specifier: FormatSpecifier, level: Int) {
            var rest = Substring(format)
            while let percent = rest.firstIndex(of: "%") {
                text += rest[..<percent]
                rest = rest[rest.index(after: percent)...]
                guard let first = rest.first else {
                    text += "%"
                    break
                }
                if first == "%" {
                    text += "%"
                    rest = rest.dropFirst()
                } else if rest.hasPrefix("arg"), level > 0, let subject {
                    add(subject, specifier)
                    rest = rest.dropFirst(3)
                } else if !placeholder(&rest, about: subject, level: level) {
                    text += "%"
                }
            }
            text += rest
        }

        /// Reads what follows a percent sign; false if it is no placeholder.
        private mutating func placeholder(_ rest: inout Substring, about subject: Int?, level: Int) -> Bool {
            var inner = rest
            var number: Int?
            let digits = inner.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty, inner.dropFirst(digits.count).first == "$" {
                number = Int(digits)
                inner = inner.dropFirst(digits.count + 1)
            }
            if inner.hasPrefix("#@") {
                inner = inner.dropFirst(2)
                guard let end = inner.firstIndex(of: "@"), let variable = translation.variables[String(inner[..<end])] else { return false }
                rest = inner[inner.index(after: end)...]
                let index = (number ?? variable.argument).map { $0 - 1 } ?? next
                let after = max(next, index + 1)
                // A specifier without a number inside means the variable's own argument.
                next = index
                expand(variable.words, about: index, specifier: variable.specifier, level: level + 1)
                next = after
                return true
            }
            let flags = inner.prefix { FormatSpecifier.flagCharacters.contains($0) }
            let lengths = inner.dropFirst(flags.count).prefix { FormatSpecifier.lengths.contains($0) }
            guard let conversion = inner.dropFirst(flags.count + lengths.count).first,
                let specifier = FormatSpecifier("\(flags)\(conversion)")
            else { return false }
            let index = number.map { $0 - 1 } ?? next
            guard quantities.indices.contains(index) else { return false }
            if number == nil { next += 1 }
            add(index, specifier)
            rest = inner.dropFirst(flags.count + lengths.count + 1)
            return true
        }

        private mutating func add(_ index: Int, _ specifier: FormatSpecifier) {
            guard quantities.indices.contains(index), slots.count < ExpandedFormat.mostSlots,
                let scalar = Unicode.Scalar(ExpandedFormat.firstSlot + UInt32(slots.count))
            else { return }
            slots.append(Slot(index: index, specifier: specifier))
            text.unicodeScalars.append(scalar)
        }
    }
}
