/// The status line and header fields of an answer.
public struct HTTPHead: Hashable, Sendable {
    /// The status code, such as 404.
    public var status: Int
    /// The fields in the order of their arrival, names as the server wrote them.
    public var fields: [Field] = []

    /// One header field.
    public struct Field: Hashable, Sendable {
        /// As the server wrote it.
        public var name: String
        /// Without blanks at its ends.
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

    /// The value of the first field of that name, whatever the case of its letters.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }

    /// The media type without its parameters, in lower case: `application/json`.
    public var mediaType: String? {
        self["Content-Type"]?.split(separator: ";", maxSplits: 1).first.map { Characters.trimmed($0).lowercased() }
    }

    /// Whether the status is one of success, 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}

/// A whole answer.
public struct HTTPResponse: Hashable, Sendable {
    /// The status and header fields, the last where redirects were followed.
    public var head: HTTPHead
    /// All of the body, unpacked.
    public var body: [UInt8]
    /// The address of the server, or of the proxy before it; nil where it is not known.
    package var address: IPAddress?

    /// Makes a response.
    public init(head: HTTPHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// The status code, such as 404.
    public var status: Int { head.status }
}
