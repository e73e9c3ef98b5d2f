import SubdialDocuments
import SubdialGLib

/// The `zones_sha` of a zone list: eight hexadecimal digits by which clients detect changes of the list.
enum ZonesDigest {
    /// The digest of the Rust bridge: a hash of the sorted `id:name` texts, each preceded by its length (big-endian, 32 bits).
    ///
    /// It depends on the names but not on the order of the zones.
    static func rust(_ zones: [(id: String, name: String)]) -> String {
        var bytes: [UInt8] = []
        for item in zones.map({ Array("\($0.id):\($0.name)".utf8) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let length = UInt32(truncatingIfNeeded: item.count)
            bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
            bytes += item
        }
        return SHA256.hex(bytes, digits: 8)
    }

    /// The digest of the Node bridge: a hash of the JSON array of sorted ids; it does not depend on the names.
    static func node(_ ids: [String]) -> String {
        // JavaScript sorts by UTF-16 code units.
        let sorted = ids.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
        return SHA256.hex(JSONValue.array(sorted.map(JSONValue.string)).wireBytes, digits: 8)
    }
}
