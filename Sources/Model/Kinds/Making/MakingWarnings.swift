import SubdialBasics

/// The problems of documents that leave their entries usable: each once, with the number of times that it occurs.
struct MakingWarnings {
    /// The maximum number of different warnings for a response.
    private static let maximum = 32

    private struct Warning {
        var key: String
        var text: String
        var count = 1
    }

    private var warnings: [Warning] = []
    /// The number of problems that are different from all warnings, but too many.
    private var further = 0

    /// One line for each warning, in the order of their first occurrence.
    var lines: [String] {
        warnings.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count) times)" }
            + (further == 0 ? [] : ["\(further) more of other kinds"])
    }

    /// Records a problem.
    ///
    /// - Parameters:
    ///   - row: The number of the row of the timeline, from 0; nil for none.
    ///   - omission: What is omitted because of it; nil for only the value itself.
    mutating func add(_ error: KindError, row: Int? = nil, omission: String? = nil) {
        let key = "\(error.step.rawValue) \(Self.withoutNumbers(error.place)) \(error.reason) \(omission ?? "")"
        if let known = warnings.firstIndex(where: { $0.key == key }) {
            warnings[known].count += 1
        } else if warnings.count == Self.maximum {
            further += 1
        } else {
            let text = "\(row.map { "row \($0): " } ?? "")\(error)\(omission.map { "; \($0) is left out" } ?? "")"
            warnings.append(Warning(key: key, text: text))
        }
    }

    /// The place without the numbers of list elements: `fields.a[].n` for `fields.a[1].n`.
    private static func withoutNumbers(_ place: String) -> String {
        var isInside = false
        return place.filter { character in
            if character == "[" { isInside = true }
            if character == "]" { isInside = false }
            return !isInside || character == "["
        }
    }
}
