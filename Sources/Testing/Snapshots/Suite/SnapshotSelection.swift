import SubdialBasics

/// The snapshots of a suite that a run covers.
package struct SnapshotSelection: Hashable, Sendable {
    /// Filters: a name must contain one of the texts, or match one with `*` as a whole; empty for all.
    package var filters: [String]
    /// The shard, 1 to ``shards``.
    package var shard: Int
    /// The number of shards.
    package var shards: Int

    /// Makes a selection; by default all snapshots are selected.
    package init(filters: [String] = [], shard: Int = 1, shards: Int = 1) {
        self.filters = filters
        self.shard = shard
        self.shards = shards
    }

    /// True if every snapshot is selected.
    package var isComplete: Bool { filters.isEmpty && shards == 1 }

    /// True if the snapshot with this name is selected.
    ///
    /// The shard depends only on the name, so that a new snapshot moves no other. It is a 64-bit FNV-1a hash with the finalizer of
    /// MurmurHash3, because the low bits of FNV-1a are not mixed well enough.
    package func selects(_ id: String) -> Bool {
        var hash = id.stableHash
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        hash ^= hash >> 33
        guard hash % UInt64(max(1, shards)) == UInt64(shard - 1) else { return false }
        return filters.isEmpty || filters.contains { Self.isPattern($0) ? Self.matches(id[...], $0[...]) : id.contains($0) }
    }

    /// True if a text is a pattern of names, with `*` for any characters.
    package static func isPattern(_ text: String) -> Bool { text.contains("*") }

    /// True if a pattern is that of a whole name.
    package static func matches(_ id: String, pattern: String) -> Bool { matches(id[...], pattern[...]) }

    private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return text == pattern }
        guard text.hasPrefix(pattern[..<star]) else { return false }
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        var rest = text.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return parts.last.map { rest.hasSuffix($0) } ?? true
    }
}
