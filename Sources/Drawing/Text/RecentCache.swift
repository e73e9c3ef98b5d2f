/// Keeps what was used of late: between `capacity` and twice as many values.
///
/// Two generations instead of an order of use: when the younger is full the older is dropped, and what is asked for moves to the younger.
package struct RecentCache<Key: Hashable, Value> {
    private let capacity: Int
    private var recent: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    /// Makes an empty cache of at least `capacity` values.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value for `key`, which counts as used now.
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

    /// How many values are kept.
    package var count: Int { recent.count + older.count }

    /// Forgets everything.
    package mutating func removeAll() {
        recent.removeAll()
        older.removeAll()
    }
}
