// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Synchronization

    @testable import SubdialHTTP

    /// A server with ListenBrainz's documented API: it validates each submission.
    final class ListenBrainzServer: Sendable {
        /// A listen that was accepted.
        struct Listen: Hashable, Sendable {
            var date: Int
            var artist: String
            var title: String
        }

        private struct State {
            var listens: [Listen] = []
            var playing: [String] = []
            var types: [String] = []
            var refusals: [String] = []
            /// Responses that precede the regular ones: status and header fields.
            var scripted: [(status: Int, fields: [String])] = []
            /// The number of requests until the rate limit; nil for no limit.
            var remaining: Int?
        }

        private let token: String
        private let state = Mutex(State())

        init(token: String) { self.token = token }

        /// The accepted listens in order of arrival, including duplicates.
        var listens: [Listen] { state.withLock { $0.listens } }
        /// The titles submitted as `playing_now`.
        var playing: [String] { state.withLock { $0.playing } }
        /// The types of accepted submissions.
        var types: [String] { state.withLock { $0.types } }
        /// The reasons of rejected submissions.
        var refusals: [String] { state.withLock { $0.refusals } }

        /// Sends these responses to the next submissions, whatever they contain.
        func answer(with answers: [(status: Int, fields: [String])]) { state.withLock { $0.scripted = answers } }

        /// Accepts this many submissions before the rate limit applies once.
        func limit(to count: Int) { state.withLock { $0.remaining = count } }

        func respond(_ request: ScriptedServer.Request, _ peer: Peer) throws {
            if let (status, fields) = state.withLock({ $0.scripted.isEmpty ? nil : $0.scripted.removeFirst() }) {
                return try peer.answer("{}", status: status, fields: fields)
            }
            var fields: [String] = []
            let isOver = state.withLock { state -> Bool in
                guard let remaining = state.remaining else { return false }
                state.remaining = max(0, remaining - 1)
                fields = ["X-RateLimit-Limit: 2", "X-RateLimit-Remaining: \(max(0, remaining - 1))", "X-RateLimit-Reset-In: 1"]
                if remaining <= 1 { state.remaining = nil }
                return remaining == 0
            }
            if isOver { return try refuse("too fast", 429, peer, fields) }
            guard request.line == "POST /1/submit-listens HTTP/1.1" else { return try refuse("no such page", 404, peer) }
            guard request.field("Authorization") == "Token \(token)" else { return try refuse("Invalid authorization token.", 401, peer) }
            guard let body = try? JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any],
                let type = body["listen_type"] as? String, let payload = body["payload"] as? [[String: Any]], !payload.isEmpty,
                body.count == 2
            else { return try refuse("Cannot parse JSON document.", 400, peer) }
            guard ["single", "playing_now", "import"].contains(type) else { return try refuse("no such type", 400, peer) }
            guard type == "import" || payload.count == 1 else { return try refuse("more than one listen", 400, peer) }
            var taken: [Listen] = []
            for listen in payload {
                guard let metadata = listen["track_metadata"] as? [String: Any], let artist = metadata["artist_name"] as? String,
                    let title = metadata["track_name"] as? String, !artist.isEmpty, !title.isEmpty
                else { return try refuse("track_metadata lacks names", 400, peer) }
                guard !title.contains("Unwanted") else { return try refuse("unwanted", 400, peer) }
                let date = listen["listened_at"] as? Int
                guard (date == nil) == (type == "playing_now"), date ?? 1_033_430_400 >= 1_033_430_400 else {
                    return try refuse("listened_at is wrong", 400, peer)
                }
                taken.append(Listen(date: date ?? 0, artist: artist, title: title))
            }
            let all = taken
            state.withLock { state in
                state.types.append(type)
                if type == "playing_now" { state.playing += all.map(\.title) } else { state.listens += all }
            }
            try peer.answer(#"{"status":"ok"}"#, fields: fields)
        }

        private func refuse(_ reason: String, _ status: Int, _ peer: Peer, _ fields: [String] = []) throws {
            state.withLock { $0.refusals.append(reason) }
            try peer.answer(#"{"code":\#(status),"error":"\#(reason)"}"#, status: status, fields: fields)
        }
    }
#endif
