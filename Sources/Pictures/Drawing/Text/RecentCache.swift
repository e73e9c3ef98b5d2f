/// A cache of recently used values: at least `capacity` and at most twice as many once it is full.
///
/// It has two generations instead of an access order: when the newer one is full, it replaces the older one. An access moves a value to the
/// newer one.
package struct RecentCache<Key: Hashable, Value> {
    private let capacity: Int
    private var recent: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    /// Creates an empty cache of at least `capacity` values.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value for `key`; an access marks it as recently used.
    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = recent[key] { return value }
            guard let value = older.removeValue(forKey: key) else { return nil }
            self[key] = value
            return value
        }
        set {
            if recent.count >= capacity {
                older = recent
                recent.removeAll(keepingCapacity: true)
            }
            recent[key] = newValue
        }
    }

    /// The number of cached values.
    package var count: Int { recent.count + older.count }

    /// Removes all values.
    package mutating func removeAll() {
        recent.removeAll()
        older.removeAll()
    }
}
