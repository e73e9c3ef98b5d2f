import SubdialDocuments

/// The resource limits of one evaluation; all texts and lists are created through it.
///
/// Format strings and titles come from untrusted sources: without limits, `pad` and `replace` could request a terabyte.
struct Evaluation {
    /// The maximum size of a created text, in bytes of UTF-8.
    static let maximumText = 65_536
    /// The maximum number of values in a created list.
    private static let maximumMembers = 4096
    /// The maximum number of steps: one for each node, and for each byte and member read or written.
    private static let maximumSteps = 1 << 20

    private var steps = Evaluation.maximumSteps
    /// The rules for reading and printing numbers.
    let dialect: Dialect

    init(_ dialect: Dialect) {
        self.dialect = dialect
    }

    /// Consumes `count` steps.
    mutating func spend(_ count: Int, at offset: Int) throws(ExpressionError) {
        guard count <= steps else {
            throw ExpressionError(
                "the expression takes more than \(Self.maximumSteps) steps; use fewer functions, or shorter texts in them", at: offset)
        }
        steps -= count
    }

    /// Consumes the steps of taking `value` from a scope, without the contents of its members.
    mutating func spend(taking value: Value, at offset: Int) throws(ExpressionError) {
        switch value {
        case .string(let text): try spend(text.utf8.count + 1, at: offset)
        case .list(let values): try spend(values.count + 1, at: offset)
        case .map(let members): try spend(members.count + 1, at: offset)
        default: try spend(1, at: offset)
        }
    }

    /// Consumes the steps of reading all of `value`.
    mutating func spend(reading value: Value, at offset: Int) throws(ExpressionError) {
        try spend(taking: value, at: offset)
        switch value {
        case .list(let values): for value in values { try spend(reading: value, at: offset) }
        case .map(let members):
            for (key, value) in members {
                try spend(key.utf8.count, at: offset)
                try spend(reading: value, at: offset)
            }
        // A double may have 17 digits, computed by long division.
        case .double: try spend(32, at: offset)
        case .missing, .bool, .integer, .unsigned, .duration, .date, .string: break
        }
    }

    /// The printed text of `value`.
    mutating func text(of value: Value, at offset: Int) throws(ExpressionError) -> String {
        try spend(reading: value, at: offset)
        if case .string(let text) = value { return text }
        var text = BoundedText(at: offset, dialect)
        try text.append(value)
        return text.text
    }

    /// Creates a text from the output of `write`.
    mutating func makeText(
        at offset: Int, _ write: (inout BoundedText) throws(ExpressionError) -> Void
    ) throws(ExpressionError) -> Value {
        var text = BoundedText(at: offset, dialect)
        try write(&text)
        try spend(text.text.utf8.count, at: offset)
        return .string(text.text)
    }

    /// Creates a list of `values`.
    mutating func makeList(_ values: some Collection<Value>, at offset: Int) throws(ExpressionError) -> Value {
        guard values.count <= Self.maximumMembers else {
            throw ExpressionError("the list has more than \(Self.maximumMembers) members; take fewer with first()", at: offset)
        }
        try spend(values.count, at: offset)
        return .list(Array(values))
    }
}
