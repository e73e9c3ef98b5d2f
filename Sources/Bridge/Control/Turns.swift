/// Lets one task at a time through for each key, in the order of their coming.
actor Turns<Key: Hashable & Sendable> {
    /// Who waits, for each key that someone holds.
    private var queues: [Key: [CheckedContinuation<Void, Never>]] = [:]

    /// Waits for the turn.
    ///
    /// Each `take` must be followed by a ``release(_:)``.
    func take(_ key: Key) async {
        guard queues[key] != nil else {
            queues[key] = []
            return
        }
        await withCheckedContinuation { queues[key, default: []].append($0) }
    }

    /// Hands the turn on.
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
