import SubdialDocuments

extension FunctionCall {
    /// `plain`: the text without HTML's tags, and with its character references replaced.
    func plain(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let html = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(HTMLText.plain(html)) }
    }
}
