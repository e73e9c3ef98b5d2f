/// The address of an MQTT broker.
package struct MQTTAddress: Hashable, Sendable, CustomStringConvertible {
    /// The host name or IP address; an IPv6 address has no brackets.
    package let host: String
    /// The TCP port.
    package let port: Int
    /// True for a connection over TLS.
    package let isSecure: Bool
    /// The full URL.
    package let description: String

    /// Parses `mqtt://HOST`, `mqtt://HOST:1883`, `mqtts://HOST` or `mqtts://HOST:8883`.
    package init(_ text: String) throws(MQTTError) {
        func wrong(_ reason: String) -> MQTTError { .address(text, reason: reason) }
        guard !text.isEmpty else { throw .noAddress }
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            throw wrong("it has blanks or controls in it")
        }
        isSecure = text.hasPrefix("mqtts://")
        guard isSecure || text.hasPrefix("mqtt://") else { throw wrong("it begins with mqtt:// or mqtts://") }
        var authority = text.dropFirst(isSecure ? 8 : 7)
        if authority.hasSuffix("/") { authority.removeLast() }
        guard !authority.contains("@") else { throw wrong("name and password belong into a file of their own, not into the address") }
        guard !authority.contains(where: { "/?#".contains($0) }) else { throw wrong("behind the port stands nothing") }
        var (name, digits) = (authority, Substring())
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            name = authority[authority.index(after: authority.startIndex)..<end]
            digits = authority[authority.index(after: end)...]
        } else if let colon = authority.lastIndex(of: ":") {
            (name, digits) = (authority[..<colon], authority[colon...])
        }
        guard !name.isEmpty else { throw wrong("the host is missing") }
        guard digits.isEmpty || digits.hasPrefix(":") else { throw wrong("a port is a number from 1 to 65535") }
        guard let number = digits.isEmpty ? (isSecure ? 8883 : 1883) : Int(digits.dropFirst()), (1...65_535).contains(number) else {
            throw wrong("a port is a number from 1 to 65535")
        }
        (host, port, description) = (String(name), number, text)
    }
}
