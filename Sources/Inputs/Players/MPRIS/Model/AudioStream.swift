import SubdialPlayback

/// A stream of a program that plays, at the sound server.
package struct AudioStream: Hashable, Sendable {
    /// The sound server's id.
    package var id: String
    /// The ids of the process that plays and of the processes that have started it, the nearest first; empty if they are not known.
    package var processes: [Int]
    /// The names of the program.
    package var names: [String]
    /// The volume, 1 for 100 %.
    package var volume: Double
    /// True if the stream is muted.
    package var isMuted: Bool
    /// True while it plays.
    package var isActive: Bool

    /// Makes a stream.
    package init(id: String, processes: [Int], names: [String], volume: Double, isMuted: Bool, isActive: Bool) {
        (self.id, self.processes, self.names) = (id, processes, names)
        (self.volume, self.isMuted, self.isActive) = (volume, isMuted, isActive)
    }

    /// The stream after a change.
    func changed(_ change: AudioStreamChange) -> AudioStream {
        var stream = self
        switch change {
        case .volume(let volume): stream.volume = volume
        case .mute(let isMuted): stream.isMuted = isMuted
        }
        return stream
    }
}

/// A requested change of streams.
package enum AudioStreamChange: Hashable, Sendable {
    /// The volume, 1 for 100 %.
    case volume(Double)
    case mute(Bool)
}

/// The streams of a sound server, for players that have no volume of their own.
package struct AudioStreams: Sendable {
    /// The streams and each change, while the result is read; it ends if the server cannot be reached.
    let changes: @Sendable () -> AsyncStream<[AudioStream]>
    /// Changes all streams with these ids alike, and returns after the server has confirmed it.
    let perform: @Sendable (AudioStreamChange, _ ids: [String]) async -> Result<Void, SourceError>

    /// Makes the streams from the client of a sound server.
    package init(
        changes: @escaping @Sendable () -> AsyncStream<[AudioStream]>,
        perform: @escaping @Sendable (AudioStreamChange, _ ids: [String]) async -> Result<Void, SourceError>
    ) {
        self.changes = changes
        self.perform = perform
    }
}

/// The volume of a player's streams.
struct StreamVolume: Hashable, Sendable {
    /// The ids of the streams.
    let ids: [String]
    /// The volume of the loudest stream that plays, or of the loudest one if none plays.
    let volume: Double
    /// True if all of these are muted.
    let isMuted: Bool

    /// Makes the volume; nil without a stream.
    init?(_ streams: [AudioStream]) {
        let playing = streams.filter(\.isActive)
        let shown = playing.isEmpty ? streams : playing
        guard let volume = shown.map(\.volume).max() else { return nil }
        ids = streams.map(\.id).sorted()
        self.volume = volume
        isMuted = shown.allSatisfy(\.isMuted)
    }

    /// What players are matched by.
    struct Candidate: Hashable {
        /// The player's bus name, without the prefix that all share.
        let name: String
        /// The unique connection name.
        let owner: String
        /// The processes that are the player.
        let processes: Set<Int>
        /// The names of the program, in lower case.
        let names: Set<String>
    }

    /// The volumes of players by their bus names.
    ///
    /// A stream belongs to the player that is its process, or else the nearest of the processes that have started it: browsers play in a child. A
    /// player of which no process is known, as in a Flatpak, has the only stream with its name that no other player has.
    static func matches(_ streams: [AudioStream], of players: [Candidate]) -> [String: StreamVolume] {
        let known = players.reduce(into: Set<Int>()) { $0.formUnion($1.processes) }
        var own: [Int: [AudioStream]] = [:]
        var others: [AudioStream] = []
        for stream in streams {
            if let process = stream.processes.first(where: known.contains) {
                own[process, default: []].append(stream)
            } else {
                others.append(stream)
            }
        }
        var result: [String: StreamVolume] = [:]
        var nameless: [Candidate] = []
        for player in players {
            if let volume = StreamVolume(player.processes.flatMap { own[$0] ?? [] }) {
                result[player.name] = volume
            } else {
                nameless.append(player)
            }
        }
        for player in nameless {
            let named = others.filter { stream in stream.names.contains { player.names.contains($0.lowercased()) } }
            let isAlone = !nameless.contains { $0.owner != player.owner && !$0.names.isDisjoint(with: player.names) }
            if named.count == 1, isAlone { result[player.name] = StreamVolume(named) }
        }
        return result
    }
}
