import SubdialDocuments

/// A text built during an evaluation, with at most ``Evaluation/maximumText`` bytes.
///
/// The limit is checked before memory is allocated.
struct BoundedText {
    private(set) var text = ""
    /// The offset in the expression that errors refer to.
    var offset: Int

    private let dialect: Dialect

    init(at offset: Int, _ dialect: Dialect) {
        self.offset = offset
        self.dialect = dialect
    }

    private var room: Int { Evaluation.maximumText - text.utf8.count }

    private var overflow: ExpressionError {
        ExpressionError("the text is longer than \(Evaluation.maximumText) bytes; shorten it, for instance with trunc()", at: offset)
    }

    mutating func append(_ piece: some StringProtocol) throws(ExpressionError) {
        guard piece.utf8.count <= room else { throw overflow }
        text += piece
    }

    mutating func append(_ scalar: Unicode.Scalar) throws(ExpressionError) {
        guard UTF8.width(scalar) <= room else { throw overflow }
        text.unicodeScalars.append(scalar)
    }

    mutating func append(_ piece: String, times: Int) throws(ExpressionError) {
        let (size, isTooLarge) = piece.utf8.count.multipliedReportingOverflow(by: max(0, times))
        guard !isTooLarge, size <= room else { throw overflow }
        text += String(repeating: piece, count: max(0, times))
    }

    /// Appends the printed text of `value`.
    mutating func append(_ value: Value) throws(ExpressionError) {
        try value.write(dialect) { piece throws(ExpressionError) in try append(piece) }
    }

    mutating func append(json value: JSONValue) throws(ExpressionError) {
        guard let json = value.text(within: room) else { throw overflow }
        text += json
    }
}
