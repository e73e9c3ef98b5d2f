import SubdialBasics

/// The status and header fields of a response.
package struct HTTPHead: Hashable, Sendable {
    /// The status code, such as 404.
    package var status: Int
    /// The fields in order of arrival, with the names as the server wrote them.
    package var fields: [Field] = []

    /// A header field.
    package struct Field: Hashable, Sendable {
        /// The name as the server wrote it.
        package var name: String
        /// The value without surrounding white space.
        package var value: String

        /// Makes a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a head.
    package init(status: Int, fields: [Field] = []) {
        self.status = status
        self.fields = fields
    }

    /// The value of the first field with that name, ignoring case.
    package subscript(name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }

    /// The values of all fields with that name, ignoring case.
    package func all(_ name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The media type without its parameters, in lower case: `application/json`.
    package var mediaType: String? {
        self["Content-Type"]?.split(separator: ";", maxSplits: 1).first.map { $0.trimmed().lowercased() }
    }

    /// The character set of the body, in lower case; nil if the server does not say it.
    package var charset: String? {
        let parameters = self["Content-Type"]?.split(separator: ";").dropFirst() ?? []
        for parameter in parameters {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmed().lowercased() == "charset" else { continue }
            return String(pair[1].trimmed().filter { $0 != "\"" && $0 != "'" }.lowercased())
        }
        return nil
    }

    /// True for a status of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }
}
