import SubdialExpressions
import SubdialKinds

extension KindSource {
    /// Parses a replayed document: a match in any of its forms, or the source's format.
    ///
    /// - Throws: If the document has another format; the error contains its beginning.
    package func replayed(_ bytes: [UInt8], _ arrival: DocumentForm.Arrival) throws(KindError) -> Value {
        guard transport is MatchTransport else { return try document(of: bytes, arrival) }
        do {
            return try MatchDocument.value(of: bytes, nil)
        } catch {
            throw KindError(.document, at: "match", error.description)
        }
    }
}
