internal import Foundation
import SubdialBasics
import Synchronization

/// The plural category of a number in a language.
enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// The rules for cardinal numbers of a language, as the Unicode CLDR publishes them.
struct PluralRules: Sendable {
    /// The digits of a number as it is shown: the operands of CLDR's rules.
    struct Operands: Sendable {
        /// The absolute value.
        var n: Double
        /// The integer digits.
        var i: Double
        /// The number of visible fraction digits.
        var v: Double
        /// The visible fraction digits, as an integer.
        var f: Double
        /// The visible fraction digits without trailing zeros, as an integer.
        var t: Double

        /// The operands of a number; `fractionDigits` are shown, or as many as needed if nil.
        init(_ number: Double, fractionDigits: Int? = nil) {
            n = number.isFinite ? abs(number) : 0
            i = n.rounded(.towardZero)
            (v, f, t) = (0, 0, 0)
            guard n != i || (fractionDigits ?? 0) > 0, n < 1e15 else { return }
            var digits = String(format: "%.\(min(max(fractionDigits ?? 9, 0), 9))f", n).split(separator: ".").last.map(String.init) ?? ""
            let trimmed = digits.replacing(/0+$/, with: "")
            if fractionDigits == nil { digits = trimmed }
            v = Double(digits.count)
            f = Double(digits) ?? 0
            t = Double(trimmed) ?? 0
        }

        fileprivate subscript(name: Character) -> Double {
            switch name {
            case "i": i
            case "v": v
            case "f": f
            case "t": t
            case "n": n
            // Compact notation is not used: its exponent is 0.
            default: 0
            }
        }
    }

    /// One relation, such as `n % 100 = 3..10,13`.
    private struct Relation: Sendable {
        var operand: Character
        var modulus: Double?
        var ranges: [ClosedRange<Double>]
        var isNegated: Bool

        init?(_ text: Substring) {
            let parts = text.split(separator: " ")
            guard let first = parts.first?.first, parts.count >= 3, let last = parts.last else { return nil }
            operand = first
            modulus = parts[1] == "%" ? Double(parts[2]) : nil
            isNegated = parts[parts.count - 2] == "!="
            ranges = last.split(separator: ",").compactMap { range in
                let bounds = range.split(separator: ".").compactMap { Double($0) }
                guard let low = bounds.first, let high = bounds.last, low <= high else { return nil }
                return low...high
            }
        }

        func holds(_ operands: Operands) -> Bool {
            var value = operands[operand]
            if let modulus, modulus > 0 { value = value.truncatingRemainder(dividingBy: modulus) }
            let isInside = value == value.rounded() && ranges.contains { $0.contains(value) }
            return isInside != isNegated
        }
    }

    private let rules: [(category: PluralCategory, alternatives: [[Relation]])]

    /// Reads rules of the form `one: i = 1 and v = 0; few: n = 2..4`.
    private init(_ text: String) {
        rules = text.split(separator: ";").compactMap { rule in
            let parts = rule.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let category = PluralCategory(rawValue: parts[0].trimmingCharacters(in: .whitespaces)) else {
                return nil
            }
            return (
                category,
                parts[1].split(separator: " or ").map { alternative in alternative.split(separator: " and ").compactMap { Relation($0) } }
            )
        }
    }

    /// The category of a number.
    func category(of operands: Operands) -> PluralCategory {
        rules.first { $0.alternatives.contains { $0.allSatisfy { $0.holds(operands) } } }?.category ?? .other
    }

    private static let known = Mutex<[String: PluralRules]>([:])

    /// The rules of a language, such as `pt-PT` or `de`; those of English for one that is not in the table.
    static func of(language identifier: String) -> PluralRules {
        known.withLock { known in
            if let rules = known[identifier] { return rules }
            let parts = identifier.lowercased().replacing("_", with: "-").split(separator: "-").map(String.init)
            let language = parts.first ?? "en"
            let text = (parts.count > 1 ? table[language + "-" + (parts.last ?? "")] : nil) ?? table[language] ?? Self.english
            let rules = PluralRules(text)
            known[identifier] = rules
            return rules
        }
    }

    private static let english = "one: i = 1 and v = 0"
    private static let million = "many: i != 0 and i % 1000000 = 0 and v = 0"
    private static let slavic = "few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14"

    /// The rules by language.
    private static let table: [String: String] = {
        let groups: [(languages: String, rules: String)] = [
            ("bo dz hnj id ig ii ja jv kde kea km ko lkt lo ms my nqo osa root sah ses sg su th to tpi vi wo yo yue zh bm jbo sid", ""),
            (
                "af asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo jmc ka kaj kcg kk kkj kl ks ksb ku ky lb"
                    + " lg mas mgo ml mn mr nah nb nd ne nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sd sdh seh sn so sq ss ssy st syr ta te"
                    + " teo tig tk tn tr ts ug uz ve vo vun wae xh xog", "one: n = 1"
            ),
            ("ast de en et fi fy ia io ji lij nl sc sv sw ur yi", english),
            ("ca gl it lld pt-pt scn vec", "\(english); \(million)"),
            ("am as bn doi fa gu hi kn kok pcm tg zu", "one: i = 0 or n = 1"),
            ("ff hy kab", "one: i = 0,1"),
            ("ak bho guw ln mg nso pa ti wa", "one: n = 0..1"),
            ("fr", "one: i = 0,1; \(million)"),
            ("pt", "one: i = 0..1; \(million)"),
            ("es", "one: n = 1; \(million)"),
            ("si", "one: n = 0,1 or i = 0 and f = 1"),
            ("da", "one: n = 1 or t != 0 and i = 0,1"),
            ("is", "one: t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11"),
            ("mk", "one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11"),
            ("ceb fil tl", "one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9"),
            (
                "lv prg",
                "zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19;"
                    + " one: n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1"
            ),
            ("lag", "zero: n = 0; one: i = 0,1 and n != 0"),
            ("ksh", "zero: n = 0; one: n = 1"),
            ("he iw", "one: i = 1 and v = 0 or i = 0 and v != 0; two: i = 2 and v = 0"),
            ("iu naq sat se sma smi smj smn sms", "one: n = 1; two: n = 2"),
            ("shi", "one: i = 0 or n = 1; few: n = 2..10"),
            ("mo ro", "\(english); few: v != 0 or n = 0 or n != 1 and n % 100 = 1..19"),
            (
                "bs hr sh sr",
                "one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11;"
                    + " \(slavic) or f % 10 = 2..4 and f % 100 != 12..14"
            ),
            ("gd", "one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19"),
            ("sl", "one: v = 0 and i % 100 = 1; two: v = 0 and i % 100 = 2; few: v = 0 and i % 100 = 3..4 or v != 0"),
            (
                "dsb hsb",
                "one: v = 0 and i % 100 = 1 or f % 100 = 1; two: v = 0 and i % 100 = 2 or f % 100 = 2;"
                    + " few: v = 0 and i % 100 = 3..4 or f % 100 = 3..4"
            ),
            ("cs sk", "\(english); few: i = 2..4 and v = 0; many: v != 0"),
            (
                "pl",
                "\(english); \(slavic); many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14"
            ),
            (
                "be",
                "one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14;"
                    + " many: n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14"
            ),
            ("lt", "one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19; many: f != 0"),
            (
                "ru uk",
                "one: v = 0 and i % 10 = 1 and i % 100 != 11; \(slavic);"
                    + " many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14"
            ),
            (
                "br",
                "one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92;"
                    + " few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0"
            ),
            ("mt", "one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19"),
            ("ga", "one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10"),
            (
                "gv",
                "one: v = 0 and i % 10 = 1; two: v = 0 and i % 10 = 2; few: v = 0 and i % 100 = 0,20,40,60,80; many: v != 0"
            ),
            ("ar ars", "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99"),
            ("cy", "zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6"),
        ]
        var table: [String: String] = [:]
        for group in groups {
            for language in group.languages.split(separator: " ") { table[String(language)] = group.rules }
        }
        return table
    }()
}
