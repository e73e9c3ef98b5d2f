// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import NIOCore
    import SubdialBasics
    import SubdialDocuments
    import SubdialHTTP
    import SubdialPlayback
    import SubdialSockets

    @testable import SubdialPlayers

    extension FuzzTarget {
        private static let now = SteadyDate(seconds: 1000)

        /// The lines of a daemon, up to the reading of the player.
        static let mpd = FuzzTarget("mpd", dictionary: "mpd") { bytes in
            var input = FuzzInput(bytes)
            var buffer = ByteBuffer()
            var (answer, answers) = (MPDAnswer(), [MPDAnswer]())
            for piece in input.pieces(of: Int(input.byte()) + 1) {
                buffer.writeBytes(piece)
                while let line = try buffer.readLine(maximum: 4096)?.readableBytesView {
                    _ = MPDGreeting(line)
                    switch try MPDLine(line) {
                    case .field(let field): answer.fields.append(field)
                    case .partEnd, .end:
                        answers.append(answer)
                        answer = MPDAnswer()
                    }
                }
                _ = buffer.readBytes(length: min(3, buffer.readableBytes))
            }
            answers.append(answer)
            for answer in answers {
                let songs = answer.split(at: "file").compactMap { MPDSong($0) }
                for song in songs { _ = (song.track, song.isStream, MPDArtwork.artwork(of: song).flatMap { MPDArtwork.file(of: $0) }) }
                guard let status = try? MPDStatus(answer) else { continue }
                let upcoming = status.upcoming(limit: 10)
                require(upcoming.reduce(0) { $0 + $1.count } <= 10, "more tracks are to come than were asked for")
                _ = Reading(
                    of: .local, status: status, song: songs.first, queue: songs, mutedFrom: 50, asked: now, received: now)
            }
        }

        /// The properties of a player on the bus, up to its reading.
        static let mpris = FuzzTarget("mpris", dictionary: "mpris") { bytes in
            var input = FuzzInput(bytes)
            var player = MPRISPlayer(name: input.text(), owner: ":1.2")
            for _ in 0..<4 where !input.isEmpty {
                var news: [String: DBusValue] = [:]
                for key in ["Metadata", "PlaybackStatus", "Volume", "Rate", "Shuffle", "LoopStatus", "CanControl"] where input.flag() {
                    news[key] = key == "Metadata" ? .dict(metadata(&input)) : DBusValue(&input, depth: 3)
                }
                _ = player.apply(news, at: now)
                _ = player.reading(of: player.zone, Stamp(now, .push))
                _ = (player.facts, player.listed, player.metadata.trackPath)
                if case .data(let address)? = player.metadata.artwork?.place { _ = MPRISArtwork.bytes(ofData: address, limit: 4096) }
            }
            let (pattern, name) = (input.text(), input.text())
            _ = PlayerPattern(pattern).matches(name)
            _ = (MediaAddress.title(of: name), MediaAddress.path(of: name), MPRISArtwork(name))
        }

        private static func metadata(_ input: inout FuzzInput) -> [String: DBusValue] {
            var metadata: [String: DBusValue] = [:]
            let keys = [
                "mpris:trackid", "mpris:length", "mpris:artUrl", "xesam:title", "xesam:artist", "xesam:album", "xesam:albumArtist",
                "xesam:url",
                "xesam:trackNumber", "xesam:tracknumber", "xesam:comment",
            ]
            for key in keys where input.flag() { metadata[key] = DBusValue(&input, depth: 3) }
            return metadata
        }

        /// Messages, line by line, which are merged in any order.
        static let message = FuzzTarget("message", dictionary: "message") { bytes in
            var lines = MessageLines(maximum: 4096)
            var messages: [PlayerMessage] = []
            for line in lines.parse(bytes[...]) + lines.parse([0x0A]) {
                guard let bytes = line.bytes, let message = try? PlayerMessage(line: bytes) else { continue }
                require(try PlayerMessage(line: message.line.dropLast()) == message, "a message is written as another one")
                messages.append(message)
            }
            var (forward, backward) = (MessageMerge(), MessageMerge())
            for message in messages { forward.merge(message) }
            for message in messages.reversed() { backward.merge(message) }
            if messages.count < 32 { require(forward.state == backward.state, "messages add up to something else in another order") }
        }

        /// VLC's responses: its status, then the playlist, separated by a byte that JSON never contains.
        static let vlc = FuzzTarget("vlc", dictionary: "vlc") { bytes in
            var input = FuzzInput(bytes)
            let status = try VLCStatus(JSONValue(parsing: input.field()))
            _ = try VLCAddress("vlc:")
            let playlist = try VLCPlaylist(JSONValue(parsing: input.rest()), escapesText: status.escapesText)
            _ = playlist.upcoming(after: status, limit: 10).map(\.track)
        }
    }

    extension DBusValue {
        fileprivate init(_ input: inout FuzzInput, depth: Int) {
            switch input.byte() % (depth > 0 ? 10 : 8) {
            case 0: self = .bool(input.flag())
            case 1: self = .int(Int64(bitPattern: input.integer()))
            case 2: self = .uint(input.integer())
            case 3: self = .double(input.double())
            case 4: self = .objectPath(input.text())
            case 5, 6, 7: self = .string(input.text())
            case 8:
                let count = Int(input.byte() % 5)
                self = .array((0..<count).map { _ in DBusValue(&input, depth: depth - 1) })
            default:
                let count = Int(input.byte() % 5)
                self = .dict(Dictionary((0..<count).map { _ in (input.text(), DBusValue(&input, depth: depth - 1)) }) { $1 })
            }
        }
    }
#endif
