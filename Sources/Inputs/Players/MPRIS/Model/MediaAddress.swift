import FoundationEssentials

/// Media URLs as players write them, which are often invalid.
enum MediaAddress {
    /// A title derived from `address`: the last component of its path, percent-decoded and without its extension.
    static func title(of address: String) -> String? {
        var path = address[...]
        if let scheme = address.firstRange(of: "://") {
            path = address[scheme.upperBound...]
            if !address.lowercased().hasPrefix("file:"), let end = path.firstIndex(where: { "?#".contains($0) }) { path = path[..<end] }
            // The part before the first slash is a host.
            guard let start = path.firstIndex(of: "/") else { return path.isEmpty ? nil : String(path) }
            path = path[start...]
        } else if address.lowercased().hasPrefix("data:") {
            return nil
        }
        guard let last = path.split(separator: "/").last else { return nil }
        let name = decoded(String(last))
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        let ending = name[name.index(after: dot)...]
        // `5.1 Mix` and `No. 9` have no extension.
        let isExtension = (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isExtension && ending.contains(where: \.isLetter) ? String(name[..<dot]) : name
    }

    /// True if a text is a URL with a host, such as `https://radio.example/live`.
    static func isURL(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://"), isScheme(text[..<scheme.lowerBound]) else { return false }
        return !text.contains(where: \.isWhitespace)
    }

    /// True if an address is that of a stream or of a service, such as `https://radio.example/live` or `spotify:track:4uLU6h`.
    ///
    /// False for paths and `file:` URLs, whose last component has been chosen by people.
    static func isRemote(_ address: String) -> Bool {
        if address.lowercased().hasPrefix("file:") { return false }
        if let scheme = address.firstRange(of: "://") { return isScheme(address[..<scheme.lowerBound]) }
        // A path may contain a colon too.
        guard let colon = address.firstIndex(of: ":"), !address.contains(where: { $0 == "/" || $0.isWhitespace }) else { return false }
        let scheme = address[..<colon]
        return scheme.count >= 3 && isScheme(scheme) && scheme.allSatisfy(\.isLowercase)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        text.first?.isLetter == true && text.utf8.allSatisfy { $0 < 0x80 }
            && text.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }

    /// The path of a local `file:` URL, or of a text that is already a path; nil for anything else.
    static func path(of address: String) -> String? {
        if address.hasPrefix("/") { return address }
        guard address.prefix(5).lowercased() == "file:" else { return nil }
        var path = address.dropFirst(5)
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            if path.hasPrefix("localhost/") { path = path.dropFirst(9) }
        }
        guard path.hasPrefix("/") else { return nil }
        let decoded = decoded(String(path))
        return decoded.utf8.contains(0) ? nil : decoded
    }

    /// The percent-decoded text; the text unchanged if the result is not UTF-8.
    static func decoded(_ text: String) -> String {
        let bytes = decodedBytes(text)
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The percent-decoded bytes of a text.
    static func decodedBytes(_ text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        bytes.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { Character(UnicodeScalar(self)).isHexDigit }
}
