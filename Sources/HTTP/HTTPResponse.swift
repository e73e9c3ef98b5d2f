/// The status and header fields of a response.
public struct HTTPHead: Hashable, Sendable {
    /// The status code, such as 404.
    public var status: Int
    /// The fields in order of arrival, with the names as the server wrote them.
    public var fields: [Field] = []

    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name as the server wrote it.
        public var name: String
        /// The value without surrounding white space.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a head.
    public init(status: Int, fields: [Field] = []) {
        self.status = status
        self.fields = fields
    }

    /// The value of the first field with that name, ignoring case.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }

    /// The media type without its parameters, in lower case: `application/json`.
    public var mediaType: String? {
        self["Content-Type"]?.split(separator: ";", maxSplits: 1).first.map { Characters.trimmed($0).lowercased() }
    }

    /// True for a status of success, 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}

/// A complete response.
public struct HTTPResponse: Hashable, Sendable {
    /// The status and header fields of the final response, after redirects.
    public var head: HTTPHead
    /// The whole body, decompressed.
    public var body: [UInt8]
    /// The address of the server, or of the proxy; nil if unknown.
    package var address: IPAddress?

    /// Makes a response.
    public init(head: HTTPHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// The status code, such as 404.
    public var status: Int { head.status }
}
