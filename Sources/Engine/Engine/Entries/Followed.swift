import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline

/// The followed players, or one zone of them.
package struct FollowedPlayers: Hashable, Sendable {
    /// The source's address.
    package var address: String
    /// The zone's id or name; nil for the chosen one.
    package var zone: String?
    /// True if every player is followed separately; `zone` is then ignored.
    package var isForAll: Bool
    /// The rules for zones that may be shown, and for locked ones.
    package var zoneRules: ZoneRules
    /// The limits for the volume.
    package var volumeRules: VolumeRules

    /// Follows the zone of that id or name at `address`; nil for the chosen one.
    package init(
        address: String, zone: String? = nil, isForAll: Bool = false, zoneRules: ZoneRules = ZoneRules(),
        volumeRules: VolumeRules = VolumeRules()
    ) {
        self.address = address
        self.zone = zone
        self.isForAll = isForAll
        self.zoneRules = zoneRules
        self.volumeRules = volumeRules
    }
}

/// The players, or the kind, that a feed or a picture follows.
package enum Followed: Sendable {
    /// Zones and players.
    case players(FollowedPlayers)
    /// The data of a kind.
    case data(KindInstance)

    /// True if the data arrive on standard input.
    var isStdin: Bool { if case .data(let instance) = self { instance.isStdin } else { false } }
}

extension Hub {
    /// Returns the source of entries for the followed players or kind.
    ///
    /// - Parameters:
    ///   - input: Standard input, for kinds whose data arrive there.
    ///   - logger: The log of the subscriber; nil for the engine's own.
    package nonisolated func entries(
        of followed: Followed, input: AsyncStream<[UInt8]>? = nil, logger: Logger? = nil
    ) -> any EntrySource {
        switch followed {
        case .players(let players): ZoneEntries(hub: self, players: players, logger: logger ?? self.logger)
        case .data(let instance): DataEntries(hub: self, instance: instance, input: input)
        }
    }
}

/// The entries of a kind's data.
struct DataEntries: EntrySource {
    let hub: Hub
    let instance: KindInstance
    /// The lines of a kind whose data arrive on standard input; nil for any other.
    let input: AsyncStream<[UInt8]>?
    /// The id of the front that sends the lines; nil if there are none.
    private let inputID: UUID?

    init(hub: Hub, instance: KindInstance, input: AsyncStream<[UInt8]>?) {
        self.hub = hub
        self.instance = instance
        self.input = instance.isStdin ? input : nil
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
            group.addTask { for await frame in await follower.frames() { tell(.frame(frame)) } }
            if let input, let source = instance.kind.sources.first(where: { if case .stdin = $0.transport { true } else { false } }) {
                group.addTask {
                    var splitter = LineSplitter(maximum: source.maximumBytes)
                    for await bytes in input {
                        let (lines, isFine) = splitter.split(bytes)
                        if let line = lines.last { await follower.receive(line, of: source) }
                        if !isFine { splitter = LineSplitter(maximum: source.maximumBytes) }
                    }
                    // The last document stays after its writer has ended.
                    try? await Task.sleep(for: .seconds(1e9))
                }
            }
            await group.next()
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
