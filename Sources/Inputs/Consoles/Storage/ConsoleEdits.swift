import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialSystem

/// The edits of a console on disk: pending ones, and the outcomes of recent ones.
///
/// An edit is durable before it is reported as stored. A confirmation need not be, because the console repeats it with the edit's number.
package typealias ConsoleEdits = DurableQueue<ConsoleQueue>

extension ConsoleQueue: QueueContents {
    package static let maximumSize = 16 << 20
    package static let isLog = true
}

extension DurableQueue where Contents == ConsoleQueue {
    /// - Parameter folder: The folder for the files of all consoles.
    convenience init(of address: ConsoleAddress, folder: PrivateFolder) {
        self.init(folder.file("\(String(address.description.stableHash, radix: 16)).jsonl"))
    }

    /// The file of the console's last known state.
    var memory: PrivateFile { file.appending(".seen") }

    /// The current edits; empty if there is no file.
    package func queue() throws(QueueError) -> ConsoleQueue { try contents() }

    /// Adds an edit for the console; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - address: The console's address, with which an engine that starts later sends the edit.
    ///   - seen: The time of the setting's last write that the editor knows, in nanoseconds since 1970.
    ///   - value: Returns the value for the current edits; no other process can add one meanwhile.
    func add(
        _ channel: String, _ field: ConsoleField, of address: ConsoleAddress, seen: Int64 = 0, _ value: (ConsoleQueue) -> Double
    ) throws(QueueError) -> ConsoleEdit {
        try change { (queue) throws(QueueError) in
            guard queue.waiting.count < ConsoleQueue.maximumWaiting else {
                throw .full(path: path, reason: "\(ConsoleQueue.maximumWaiting) edits wait; 'subdial console forget' drops them")
            }
            let edit = queue.edit(channel, field, value(queue), now: Self.now, seen: seen)
            guard queue.client.isEmpty || queue.address != address.description else { return ([.edit(edit)], edit) }
            let client = queue.client.isEmpty ? UUID().uuidString.lowercased() : queue.client
            return ([.client(client, last: queue.last, time: 0, address: address.description), .edit(edit)], edit)
        }.value
    }

    /// Discards all pending edits, and returns their number.
    package func forget() throws(QueueError) -> Int {
        try change { ($0.waiting.map { .outcome($0.sequence, .forgotten) }, $0.waiting.count) }.value
    }

    /// Adds outcomes of edits, and returns the resulting edits.
    func record(_ records: [ConsoleRecord]) throws(QueueError) -> ConsoleQueue {
        let isRenamed = records.contains { if case .client = $0 { true } else { false } }
        return try change(isDurable: isRenamed) { _ in (records, ()) }.contents
    }

    /// The present, in nanoseconds since 1970.
    static var now: Int64 { Int64(saturating: Date.now.timeIntervalSince1970 * 1e9) }
}
