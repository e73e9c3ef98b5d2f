/// The attributes of a service, as RFC 6763 (section 6) has them in a TXT record.
struct TXTRecord: Hashable, Sendable {
    /// The values by keys in lower case; a key without a `=` has an empty value.
    private var values: [String: [UInt8]] = [:]

    /// Reads the record's strings.
    ///
    /// Strings without a key are left out, and so are keys of other characters than printable ASCII. Of a key that stands twice, the first counts.
    init(_ strings: some Sequence<[UInt8]> = []) {
        for string in strings {
            let key = string.prefix { $0 != UInt8(ascii: "=") }
            guard !key.isEmpty, key.allSatisfy({ (0x20...0x7E).contains($0) }) else { continue }
            let name = String(decoding: key, as: UTF8.self).lowercased()
            if values[name] == nil { values[name] = Array(string.dropFirst(key.count + 1)) }
        }
    }

    /// The text at `key`, which is given in lower case; nil where it is missing, empty, or no UTF-8.
    subscript(key: String) -> String? {
        guard let value = values[key], !value.isEmpty else { return nil }
        return String(validating: value, as: UTF8.self)
    }
}
