import SubdialBasics

/// A complete response.
package struct HTTPResponse: Hashable, Sendable {
    /// The status and header fields of the final response, after redirects.
    package var head: HTTPHead
    /// The whole body, decompressed.
    package var body: [UInt8]
    /// The address of the server, or of the proxy; nil if unknown.
    package var address: IPAddress?

    /// Makes a response.
    package init(head: HTTPHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// The status code, such as 404.
    package var status: Int { head.status }
}
