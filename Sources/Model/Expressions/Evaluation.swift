import SubdialDocuments
import SubdialGLib

/// The resource limits of one evaluation; all texts and lists are created through it.
///
/// Format strings and titles come from untrusted sources: without limits, `pad` and `replace` could request a terabyte.
struct Evaluation {
    /// The maximum size of a created text, in bytes of UTF-8.
    static let maximumText = 65_536
    /// The maximum number of values in a created list.
    static let maximumMembers = 4096
    /// The maximum number of steps: one for each node, and for each byte and member read or written.
    private static let maximumSteps = 1 << 20

    /// The maximum number of different problems that an evaluation records.
    private static let maximumOmissions = 16

    private var steps = Evaluation.maximumSteps
    private var isExhausted = false
    /// The problems of what was omitted; nil if each problem ends the evaluation.
    private(set) var omissions: [ExpressionError]?
    /// The regular expressions that were compiled for the evaluation.
    var patterns: [String: TextPattern] = [:]
    /// The number of starts of a match that may still take more work than usual.
    var patience = TextPattern.standardPatience
    /// The rules for reading and printing numbers.
    let dialect: Dialect

    /// - Parameter omitsParts: True if a row or a member of a list that cannot be evaluated is omitted.
    init(_ dialect: Dialect, omitsParts: Bool = false) {
        self.dialect = dialect
        omissions = omitsParts ? [] : nil
    }

    /// Ends the evaluation: what fails from now on is not omitted, as it may take as much work again.
    mutating func end() { isExhausted = true }

    /// Records that a row or a member of a list is omitted; throws if each problem ends the evaluation, and beyond the limit of steps.
    mutating func omit(_ error: ExpressionError) throws(ExpressionError) {
        guard let known = omissions, !isExhausted else { throw error }
        if known.count < Self.maximumOmissions, !known.contains(error) { omissions?.append(error) }
    }

    /// Consumes `count` steps.
    mutating func spend(_ count: Int, at offset: Int) throws(ExpressionError) {
        guard count <= steps else {
            isExhausted = true
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

    func tooManyMembers(at offset: Int) -> ExpressionError {
        ExpressionError("the list has more than \(Self.maximumMembers) members; take fewer with first()", at: offset)
    }

    /// Creates a list of `values`.
    mutating func makeList(_ values: some Collection<Value>, at offset: Int) throws(ExpressionError) -> Value {
        guard values.count <= Self.maximumMembers else { throw tooManyMembers(at: offset) }
        try spend(values.count, at: offset)
        return .list(Array(values))
    }
}
