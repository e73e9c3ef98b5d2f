/// Moves pictures between a store and the cache, several at a time.
package struct PictureTransfer: Sendable {
    /// The number of requests at a time.
    private static let width = 16

    private let store: any PictureStore
    private let cache: PictureCache

    /// Makes the transfer between a store and its cache.
    package init(_ store: any PictureStore, _ cache: PictureCache) {
        self.store = store
        self.cache = cache
    }

    /// Reads pictures into the cache, and verifies each by its digest.
    ///
    /// - Returns: The pictures that cannot be used, with the reasons.
    /// - Throws: ``PictureStoreError`` if the store itself cannot be used.
    package func fetch(_ pictures: Set<StoredPicture>) async throws -> [StoredPicture: String] {
        let missing = pictures.filter { cache.bytes(of: $0) == nil }
        let problems = try await Self.each(Array(missing)) { picture -> (StoredPicture, String)? in
            guard let bytes = try await store.bytes(at: picture.path, limit: StoredPicture.maximumSize) else {
                return (picture, "its picture \(picture.path) is missing in the store \(store.address)")
            }
            guard picture.isName(of: bytes) else {
                return (picture, "its picture \(picture.path) in the store \(store.address) is another one: its SHA-256 is wrong")
            }
            try cache.store(bytes, of: picture)
            return nil
        }
        return Dictionary(problems.compactMap(\.self)) { first, _ in first }
    }

    /// Sends the pictures that wait in the cache; returns their number.
    package func send() async throws -> Int {
        try await Self.each(cache.waitingFiles) { file in
            guard let bytes = cache.waitingBytes(file) else { return 0 }
            if try await !store.has(file) { try await store.write(bytes, to: file) }
            try cache.markSent(file)
            return 1
        }.reduce(0, +)
    }

    /// The pictures that are missing in the store.
    package func missing(of pictures: Set<StoredPicture>) async throws -> [StoredPicture] {
        try await Self.each(Array(pictures)) { try await store.has($0.path) ? nil : $0 }.compactMap(\.self)
    }

    private static func each<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: Result.self) { group in
            var results: [Result] = []
            var rest = items.makeIterator()
            for _ in 0..<width { if let item = rest.next() { group.addTask { try await body(item) } } }
            while let result = try await group.next() {
                results.append(result)
                if let item = rest.next() { group.addTask { try await body(item) } }
            }
            return results
        }
    }
}
