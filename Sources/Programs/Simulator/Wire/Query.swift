import SubdialBasics

/// The query of a request.
struct Query {
    private var values: [String: String] = [:]
    private var repeated: Set<String> = []

    init(_ pairs: some Sequence<(key: Substring, value: Substring)>) {
        for (key, value) in pairs where values.updateValue(String(value), forKey: String(key)) != nil { repeated.insert(String(key)) }
    }

    subscript(name: String) -> String? { values[name] }

    /// True if the query has the parameter several times.
    func isRepeated(_ name: String) -> Bool { repeated.contains(name) }

    /// The Rust bridge's plain-text rejection of a parameter that the query has several times; nil if there is none.
    func rejectedRepetition(of names: [String]) -> Reply? {
        names.first(where: isRepeated).map { .text("Failed to deserialize query string: duplicate field `\($0)`", status: 400) }
    }

    func integer(_ name: String) -> Int? { values[name].flatMap(Int.init) }

    /// The Rust bridge's plain-text rejection of an invalid integer; nil if the parameter is valid or absent.
    func rejectedInteger(_ name: String, in range: ClosedRange<Int>) -> Reply? {
        guard let value = values[name] else { return nil }
        let digits = value.hasPrefix("+") ? value.dropFirst() : value[...]
        let problem: String
        if value.isEmpty {
            problem = "cannot parse integer from empty string"
        } else if digits.isEmpty || !digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            problem = "invalid digit found in string"
        } else if Int(digits).map(range.contains) != true {
            problem = "number too large to fit in target type"
        } else {
            return nil
        }
        return .text("Failed to deserialize query string: \(name): \(problem)", status: 400)
    }
}

extension String {
    /// The text percent-encoded for a query, as JavaScript's `encodeURIComponent` does.
    var queryEncoded: String { percentEncoded(keeping: "-_.!~*'()") }
}
