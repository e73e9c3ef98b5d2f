import JSON

/// What one evaluation may still use, and the only way in which it makes texts and lists.
///
/// A format string may come from a web page, and a title from anywhere: without limits `pad` and `replace` between them ask for a terabyte.
struct Evaluation {
    /// Bytes of UTF-8 in a text that is made.
    static let maximumText = 65_536
    /// Values in a list that is made.
    static let maximumMembers = 4096
    /// One for each node, and for each byte and member that is read or written.
    static let maximumSteps = 1 << 20

    private var steps = Evaluation.maximumSteps
    /// How numbers are read and printed.
    let dialect: Dialect

    init(_ dialect: Dialect) {
        self.dialect = dialect
    }

    /// Takes `count` steps.
    mutating func spend(_ count: Int, at offset: Int) throws(ExpressionError) {
        guard count <= steps else {
            throw ExpressionError(
                "the expression takes more than \(Self.maximumSteps) steps; use fewer functions, or shorter texts in them", at: offset)
        }
        steps -= count
    }

    /// Takes the steps of having `value` from a scope, without what stands in its members.
    mutating func spend(taking value: Value, at offset: Int) throws(ExpressionError) {
        switch value {
        case .string(let text): try spend(text.utf8.count + 1, at: offset)
        case .list(let values): try spend(values.count + 1, at: offset)
        case .map(let members): try spend(members.count + 1, at: offset)
        default: try spend(1, at: offset)
        }
    }

    /// Takes the steps that reading all of `value` takes.
    mutating func spend(reading value: Value, at offset: Int) throws(ExpressionError) {
        try spend(taking: value, at: offset)
        switch value {
        case .list(let values): for value in values { try spend(reading: value, at: offset) }
        case .map(let members):
            for (key, value) in members {
                try spend(key.utf8.count, at: offset)
                try spend(reading: value, at: offset)
            }
        // A double may have 17 digits, found by long division.
        case .double: try spend(32, at: offset)
        case .missing, .bool, .integer, .unsigned, .duration, .date, .string: break
        }
    }

    /// The text that `value` prints as.
    mutating func text(of value: Value, at offset: Int) throws(ExpressionError) -> String {
        try spend(reading: value, at: offset)
        if case .string(let text) = value { return text }
        var text = BoundedText(at: offset, dialect)
        try text.append(value)
        return text.text
    }

    /// Makes a text of what `write` appends.
    mutating func makeText(
        at offset: Int, _ write: (inout BoundedText) throws(ExpressionError) -> Void
    ) throws(ExpressionError) -> Value {
        var text = BoundedText(at: offset, dialect)
        try write(&text)
        try spend(text.text.utf8.count, at: offset)
        return .string(text.text)
    }

    /// Makes a list of `values`.
    mutating func makeList(_ values: some Collection<Value>, at offset: Int) throws(ExpressionError) -> Value {
        guard values.count <= Self.maximumMembers else {
            throw ExpressionError("the list has more than \(Self.maximumMembers) members; take fewer with first()", at: offset)
        }
        try spend(values.count, at: offset)
        return .list(Array(values))
    }
}
