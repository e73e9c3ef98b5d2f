/// Runs one task at a time for each key, in the order of arrival.
actor Turns<Key: Hashable & Sendable> {
    /// The waiting tasks of each key that is in use.
    private var queues: [Key: [CheckedContinuation<Void, Never>]] = [:]

    /// Waits until the key is free.
    ///
    /// Call ``release(_:)`` after each `take`.
    func take(_ key: Key) async {
        guard queues[key] != nil else {
            queues[key] = []
            return
        }
        await withCheckedContinuation { queues[key, default: []].append($0) }
    }

    /// Resumes the next task of the key, or frees the key.
    func release(_ key: Key) {
        guard var queue = queues[key] else { return }
        guard !queue.isEmpty else {
            queues[key] = nil
            return
        }
        let next = queue.removeFirst()
        queues[key] = queue
        next.resume()
    }
}
