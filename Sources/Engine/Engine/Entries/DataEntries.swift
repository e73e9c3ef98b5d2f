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
        await follower.waitForFirst()
        return (await follower.frame(), await follower.lastError)
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
