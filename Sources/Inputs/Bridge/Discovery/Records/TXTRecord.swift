/// The attributes of a service, from its TXT record (RFC 6763, section 6).
struct TXTRecord: Hashable, Sendable {
    /// The values by lower-case key; a key without a `=` has an empty value.
    private var values: [String: [UInt8]] = [:]

    /// Parses the strings of the record.
    ///
    /// Strings without a key and keys with characters other than printable ASCII are ignored. If a key occurs twice, the first value is
    /// used.
    init(_ strings: some Sequence<[UInt8]> = []) {
        for string in strings {
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            guard !key.isEmpty, key.allSatisfy({ (0x20...0x7E).contains($0) }) else { continue }
            let name = String(decoding: key, as: UTF8.self).lowercased()
            if values[name] == nil { values[name] = Array(string.dropFirst(key.count + 1)) }
        }
    }

    /// The text of `key`, which must be in lower case; nil if it is missing, empty, or not UTF-8.
    subscript(key: String) -> String? {
        guard let value = values[key], !value.isEmpty else { return nil }
        return String(validating: value, as: UTF8.self)
    }
}
