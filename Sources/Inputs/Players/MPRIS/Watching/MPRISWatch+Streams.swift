import SubdialConcurrency
import SubdialPlayback

extension MPRISWatch {
    /// The connection to the sound server, whose streams have the volumes of players without one.
    ///
    /// It exists only while such a player has subscribers or is queried, and shortly after.
    struct Audio {
        enum Phase {
            case off
            /// The first list of streams is pending.
            case opening
            case live
            /// The server cannot be reached.
            case failed(MonotonicTime)
        }

        /// A change that the server has not confirmed.
        fileprivate struct Request {
            let ticket: Int
            let change: AudioStreamChange
            let ids: [String]
        }

        fileprivate(set) var phase = Phase.off
        /// The streams as the server has reported them.
        fileprivate var reported: [AudioStream] = []
        fileprivate var requests: [Request] = []
        fileprivate var lastTicket = 0
        /// Increases with each connection; news of earlier ones are ignored.
        fileprivate var number = 0
        fileprivate var task: Task<Void, Never>?
        /// The time at which the connection ends, if nobody needs it until then.
        fileprivate var end: MonotonicTime?

        /// The streams with the requested changes.
        fileprivate var streams: [AudioStream] {
            reported.map { stream in
                requests.reduce(stream) { $1.ids.contains(stream.id) ? $0.changed($1.change) : $0 }
            }
        }

        /// True while the first list of streams is pending.
        var isOpening: Bool { if case .opening = phase { true } else { false } }

        /// Stops to follow the streams.
        fileprivate mutating func close(_ next: Phase) {
            task?.cancel()
            (task, end, reported, phase) = (nil, nil, [], next)
            number += 1
        }
    }

    /// Opens the connection to the sound server when it is needed, and closes it some time after.
    ///
    /// - Returns: The time at which this function has something to do.
    @discardableResult
    func followStreams(at now: MonotonicTime) -> MonotonicTime? {
        guard let streams = surroundings?.streams else { return nil }
        let isAsked = waitingPlayers.contains(where: \.lacksVolume)
        guard isAsked || pushing.zones.contains(where: { player(of: $0)?.lacksVolume == true }) else {
            switch audio.phase {
            case .off, .failed: return nil
            case .opening, .live: break
            }
            let end = audio.end ?? now + options.audioLingering
            audio.end = end
            if end > now { return end }
            audio.close(.off)
            matchStreams()
            return nil
        }
        audio.end = nil
        switch audio.phase {
        case .opening, .live: return nil
        case .off: break
        // A server that is not there is not waited for; what wakes the thread anyway tries again.
        case .failed(let time):
            let pause = isAsked ? options.audioPause.lowerBound : options.audioPause.upperBound
            guard time + pause <= now else { return nil }
        }
        audio.phase = .opening
        audio.number += 1
        let (post, number) = (surroundings?.post, audio.number)
        audio.task = Task {
            for await list in streams.changes() { post?({ $0.received(list, number) }) }
            post?({ $0.received(nil, number) })
        }
        return nil
    }

    private func received(_ list: [AudioStream]?, _ number: Int) {
        guard number == audio.number else { return }
        if let list {
            (audio.reported, audio.phase) = (list, .live)
        } else {
            audio.close(.failed(.now))
        }
        matchStreams()
    }

    /// Ends the connection to the sound server.
    func closeAudio() { audio.close(.off) }

    /// Assigns the streams to the players.
    func matchStreams() {
        let streams = audio.streams
        let found = streams.isEmpty ? [:] : StreamVolume.matches(streams, of: players.values.map(\.streamCandidate))
        for player in players.values where player.stream != found[player.name] { update(player) { $0.stream = found[player.name] } }
    }

    /// Changes the streams of a player, which are shown so from now on.
    func perform(
        _ change: AudioStreamChange, on stream: StreamVolume, of player: MPRISPlayer, _ done: @escaping (Result<Void, SourceError>) -> Void
    ) {
        guard let streams = surroundings?.streams, let post = surroundings?.post else {
            return done(.failure(.refused("\(player.title) does not let its volume be changed")))
        }
        audio.lastTicket += 1
        let ticket = audio.lastTicket
        audio.requests.append(.init(ticket: ticket, change: change, ids: stream.ids))
        audioReplies[ticket] = done
        matchStreams()
        Task {
            let result = await streams.perform(change, stream.ids)
            post { $0.confirmed(ticket, result) }
        }
    }

    private func confirmed(_ ticket: Int, _ result: Result<Void, SourceError>) {
        if let index = audio.requests.firstIndex(where: { $0.ticket == ticket }) {
            let request = audio.requests.remove(at: index)
            if case .success = result {
                audio.reported = audio.reported.map { request.ids.contains($0.id) ? $0.changed(request.change) : $0 }
            }
        }
        matchStreams()
        audioReplies.removeValue(forKey: ticket)?(result)
    }
}
