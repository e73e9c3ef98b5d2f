/// A source of a kind.
package struct KindSource: Sendable {
    /// The name of its document in expressions.
    package var name: String
    /// The transport of the document.
    package var transport: any KindTransport
    /// The format of the document.
    package var format: DocumentFormat
    /// The time limit of a request in seconds.
    package var timeout: Double
    /// The maximum size of a document in bytes, after decompression.
    package var maximumBytes: Int
    /// True for a valid document; nil if all are valid.
    package var accept: KindExpression?
    /// True if entries can be made without it.
    package var isOptional: Bool

    /// True if its last response is used until the next request.
    package var isPolled: Bool { transport.isPolled }
}
