import FoundationEssentials
import SubdialExpressions

/// A source of a kind.
package struct KindSource: Sendable {
    /// The name of its document in expressions.
    package var name: String
    /// The transport of the document.
    package var transport: any KindTransport
    /// The form of the document.
    package var form: DocumentForm
    /// The time limit of a request in seconds.
    package var timeout: Double
    /// The maximum size of a document in bytes, after decompression.
    package var maximumBytes: Int
    /// True for a valid document; nil if all are valid.
    package var accept: KindExpression?
    /// The error of an invalid document, for people; nil for one that shows the beginning of the document.
    var message: KindExpression?
    /// True if entries can be made without it.
    package var isOptional: Bool
    /// The condition of the source, without which it is left out; nil if it always is read.
    var condition: KindExpression?
    /// The sources whose documents its request uses.
    package var dependencies: Set<String>

    /// True if its last response is used until the next request.
    package var isPolled: Bool { transport.isPolled }

    /// The values that a request may use besides those of the parameters.
    package struct Knowledge: Sendable {
        /// The documents of the sources above it.
        package var documents: [String: Value]
        /// The time of the request.
        package var now: Date

        /// Makes values.
        package init(documents: [String: Value], now: Date) {
            self.documents = documents
            self.now = now
        }
    }

    /// The request with the values of an instance.
    ///
    /// - Parameter knowledge: The documents of the sources above it; nil if they are not known yet: what uses them, or `now`, stays as
    ///   written.
    package func request(
        _ values: KindValues, knowing knowledge: Knowledge?, timeZones: TimeZones = TimeZones()
    ) throws(KindError) -> any ResolvedRequest {
        try transport.request(in: scope(values, knowledge, timeZones))
    }

    /// True if the condition of the source is true, or cannot be known yet.
    package func isWanted(_ values: KindValues, knowing knowledge: Knowledge?, timeZones: TimeZones = TimeZones()) throws(KindError) -> Bool
    {
        guard let condition else { return true }
        let scope = scope(values, knowledge, timeZones)
        guard scope.pending.isDisjoint(with: condition.names) else { return true }
        return try condition.value(in: scope.scope, step: .source).isTrue
    }

    /// Parses a document that stands in place of an answer.
    ///
    /// - Throws: If the document has another format; the error contains its beginning.
    package func document(of bytes: [UInt8], _ arrival: DocumentForm.Arrival) throws(KindError) -> Value {
        let value = try form.value(of: bytes, arrival)
        return try (transport as? URLTransport)?.replayed(value) ?? value
    }

    private func scope(_ values: KindValues, _ knowledge: Knowledge?, _ timeZones: TimeZones) -> RequestScope {
        var scope = DictionaryScope(values.open)
        scope.timeZones = timeZones
        scope.hasOpenMaps = true
        if let knowledge {
            // Only what it uses: the rest would be copied for nothing.
            for name in dependencies { scope.values[name] = knowledge.documents[name] ?? .missing }
            scope.values["now"] = .date(knowledge.now)
        }
        return RequestScope(scope: scope, secrets: values.secrets, pending: knowledge == nil ? dependencies.union(["now"]) : [])
    }
}
