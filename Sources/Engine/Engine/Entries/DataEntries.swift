import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline

/// The entries of a kind's data.
struct DataEntries: EntrySource {
    private let hub: Hub
    private let instance: KindInstance
    /// The lines of a kind whose data arrive on standard input; nil for any other.
    private let input: AsyncStream<[UInt8]>?
    /// The id of the front that sends the lines; nil if there are none.
    private let inputID: UUID?

    init(hub: Hub, instance: KindInstance, input: AsyncStream<[UInt8]>?) {
        self.hub = hub
        self.instance = instance
        self.input = instance.input == nil ? nil : input
        inputID = self.input == nil ? nil : UUID()
    }

    var schema: EntrySchema { instance.kind.schema }

    func prepare() async throws {}

    private var follower: DataFollower {
        get async { await hub.follower(of: instance, input: inputID) }
    }

    func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
        let follower = await follower
        await withTaskGroup(of: Void.self) { group in
            if let input, let source = instance.input {
                group.addTask {
                    var splitter = LineSplitter(maximum: source.maximumBytes)
                    for await bytes in input {
                        let (lines, isFine) = splitter.split(bytes)
                        if let line = lines.last { await follower.receive(line, of: source) }
                        if !isFine { splitter = LineSplitter(maximum: source.maximumBytes) }
                    }
                }
            }
            // Also after the writer of the input has ended: the last document stays.
            for await frame in await follower.frames() { tell(.frame(frame)) }
            group.cancelAll()
        }
    }

    func current() async -> (frame: EntryFrame, error: (any Error)?) {
        let follower = await follower
        if let input, let source = instance.input { await receiveFirst(of: input, source, follower) }
        await follower.waitForFirst()
        return (await follower.frame(), await follower.lastError)
    }

    /// Waits for the first line of the input or for its end, for at most the time limit of the source.
    private func receiveFirst(of input: AsyncStream<[UInt8]>, _ source: KindSource, _ follower: DataFollower) async {
        let line = await withTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                var splitter = LineSplitter(maximum: source.maximumBytes)
                for await bytes in input {
                    guard !bytes.isEmpty else { break }
                    let (lines, isFine) = splitter.split(bytes)
                    if let line = lines.first { return line }
                    if !isFine { return nil }
                }
                return splitter.end()
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(min(source.timeout, 3600)))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let line {
            await follower.receive(line, of: source)
        } else {
            await follower.miss(source, KindError(.source, at: "stdin", "no line came on standard input"))
        }
    }

    func refresh() async { await follower.refresh() }

    func perform(_ words: String, isClick: Bool) async throws -> String? {
        guard let action = instance.kind.actions.first(where: { $0.name == words }) else {
            let names = instance.kind.actions.map(\.name)
            throw KindError(
                .action, at: words,
                names.isEmpty
                    ? "'\(instance.kind.name)' has no actions" : "there is no such action; there are \(names.joined(separator: ", "))")
        }
        return try await hub.perform(action, for: follower)
    }
}
