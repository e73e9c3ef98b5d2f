import Digests

/// The `zones_sha` of a zone list: eight hex digits by which a client sees that the list has changed.
enum ZonesDigest {
    /// The Rust bridge hashes each `id:name` behind its length (big-endian, 32 bits), sorted: a new name counts, the order does not.
    static func rust(_ zones: [(id: String, name: String)]) -> String {
        var bytes: [UInt8] = []
        for item in zones.map({ Array("\($0.id):\($0.name)".utf8) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let length = UInt32(truncatingIfNeeded: item.count)
            bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
            bytes += item
        }
        return SHA256.hex(bytes, digits: 8)
    }

    /// The Node bridge hashes the JSON array of the sorted ids: a new name does not count.
    static func node(_ ids: [String]) -> String {
        // JavaScript sorts by UTF-16 code units.
        let sorted = ids.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
        return SHA256.hex(JSON.array(sorted.map(JSON.string)).bytes, digits: 8)
    }
}
