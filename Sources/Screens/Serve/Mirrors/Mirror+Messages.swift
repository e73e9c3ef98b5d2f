import SubdialDocuments

extension Mirror {
    /// The long-polling time of a request for messages, in seconds.
    private static let wait = 50

    /// Writes the messages of a receiver as they arrive, each once and in order, and confirms them; ends only with an error.
    package func followMessages(for name: String) async throws(MirrorError) {
        try await resume(name)
        var wait = 0
        while true { wait = try await take(name, wait: wait) ? 0 : Self.wait }
    }

    /// Writes and confirms the pending messages of a receiver.
    package func takeMessages(for name: String) async throws(MirrorError) {
        try await resume(name)
        while try await take(name, wait: 0) {}
    }

    /// Confirms the messages that an earlier process wrote.
    private func resume(_ name: String) async throws(MirrorError) {
        if let known = record.messages[name], known.through > 0 {
            try await server.confirm(through: known.through, for: name, queue: known.queue)
        }
    }

    /// Requests messages once; returns true if there may be more.
    private func take(_ name: String, wait: Int) async throws(MirrorError) -> Bool {
        let known = record.messages[name] ?? MirrorRecord.Messages(queue: "", through: 0)
        let batch = try await server.messages(for: name, after: known.through, queue: known.queue, wait: wait)
        guard batch.queue == known.queue else {
            // The server has started another queue, whose numbers start from 1.
            record.messages[name] = MirrorRecord.Messages(queue: batch.queue, through: 0)
            try keepRecord()
            return true
        }
        for (number, message) in batch.messages where number > known.through {
            let line = JSONValue.object([JSONMember("message", message), JSONMember("number", .integer(Int64(number)))])
            await tell(line.text())
            record.messages[name] = MirrorRecord.Messages(queue: batch.queue, through: number)
            try keepRecord()
        }
        guard let last = batch.messages.last else { return false }
        try await server.confirm(through: last.number, for: name, queue: batch.queue)
        return true
    }

    /// True if the text is a valid receiver name.
    package static func isReceiver(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "-_.".utf8.contains($0)
            }
    }
}
