import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialHTTP
import SubdialPlayback
import SubdialSystem

/// The MPRIS players of this desktop as zones, and one more zone that follows the active player.
///
/// A player's zone is `mpris:` followed by its bus name (`mpris:vlc`). The zone ``countedZone`` prefers playing to paused and paused to
/// stopped players, then applications to browsers, then the most recent change. It continues when another player becomes active.
///
/// Most players signal their changes, and some do not: a query and a control read a player anew if the last reading is older than a second, and a playing
/// player with subscribers is read every ten seconds. A player that hangs does not delay the others.
package final class MPRISSource: PlaybackSource {
    /// The zone that follows the active player.
    package static let countedZone = ZoneID("mpris")

    /// The name of that zone in lists, and while no player is running.
    static let countedName = "Active player"

    private let options: MPRISOptions
    private let client: HTTPClient
    private let music: MusicCovers?
    /// Reads the files of covers.
    private let lane: WorkLane
    private let thread: BusThread<MPRISWatch>

    /// Starts to follow the players.
    ///
    /// - Parameters:
    ///   - client: The client that downloads covers.
    ///   - music: The covers of music files; nil to show only what players send.
    ///   - streams: The streams that have the volumes of players without one; nil for none.
    package init(
        options: MPRISOptions = MPRISOptions(), client: HTTPClient = HTTPClient(), music: MusicCovers? = nil,
        streams: AudioStreams? = nil, logger: Logger = Logger(label: "subdial.mpris")
    ) {
        let lane = WorkLane()
        self.options = options
        self.client = client
        self.music = music
        self.lane = lane
        thread = BusThread { thread in
            MPRISWatch(
                options: options, logger: logger,
                surroundings: .init(music: music, streams: streams, lane: lane, post: { task in _ = thread()?.post(task) }))
        }
    }

    deinit {
        thread.close()
    }

    /// Returns the zone of the active player, then the zones of all players by name.
    package func zones() async throws(SourceError) -> [Zone] {
        try await ask { watch, give in
            watch.whenSettled(Self.countedZone, anew: true) { result in give(result.map(\.zones)) }
        }
    }

    /// Returns the state of the player, at most a second old unless the player does not answer.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        let asked = SteadyDate.now
        return try await ask { watch, give in
            watch.whenSettled(zone, anew: true) { result in
                give(
                    result.flatMap { watch in
                        let reading = watch.reading(of: zone, Stamp(asked, .poll))
                        guard reading.connection == .zoneMissing else { return .success(reading) }
                        return .failure(.zoneMissing(zone.rawValue, known: watch.zones.map(\.id.rawValue)))
                    })
            }
        }
    }

    /// None: players signal changes, and those that do not are read by this source.
    package func polling(of zone: ZoneID) -> PollingNeed { .none }

    /// Readings after changes, with simultaneous changes merged into one; the first reading has the current state.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        // Each reading is complete, so that only the newest matters.
        let (stream, continuation) = AsyncStream<Reading>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let isPosted = thread.post { [weak thread] watch in
            let ticket = watch.addReader(continuation, of: zone)
            continuation.onTermination = { [weak thread] _ in
                _ = thread?.post { $0.removeReader(ticket, of: zone) }
            }
        }
        if !isPosted { continuation.finish() }
        return stream
    }

    /// The reason why the player cannot do this, according to its properties.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        let answer: Result<String?, SourceError> = await result { watch, give in
            // The player's stream may have to be found first.
            watch.whenSettled(zone, anew: control.isVolume) { result in give(result.map { $0.player(of: zone)?.refusal(of: control) }) }
        }
        return (try? answer.get()) ?? nil
    }

    /// Sends the control to the player and waits for its reply.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try await ask { watch, give in
            watch.whenSettled(zone, anew: true) { result in
                switch result {
                case .success(let watch): watch.perform(control, in: zone, showing: state, give)
                case .failure(let error): give(.failure(error))
                }
            }
        }
    }

    /// Returns the metadata of the zone's player, by its own keys such as `xesam:genre`.
    ///
    /// It also contains `playerName`, `playerInstance`, `status` and `volume`, as playerctl names them, `loop` and `shuffle` if the player
    /// has these properties, and `identity`, the player's display name. Strings are truncated to 4096 characters.
    package func metadata(of zone: ZoneID) async throws(SourceError) -> [String: DBusValue] {
        try await ask { watch, give in
            watch.whenSettled(zone, anew: true) { result in
                give(
                    result.flatMap { watch in
                        do throws(SourceError) {
                            return .success(try watch.existingPlayer(of: zone).facts)
                        } catch {
                            return .failure(error)
                        }
                    })
            }
        }
    }

    /// Runs `task` on the bus thread and waits for its result, which it must pass exactly once.
    func ask<Value: Sendable>(
        _ task: @escaping @Sendable (MPRISWatch, @escaping @Sendable (Result<Value, SourceError>) -> Void) -> Void
    ) async throws(SourceError) -> Value {
        try await result(task).get()
    }

    private func result<Value: Sendable>(
        _ task: @escaping @Sendable (MPRISWatch, @escaping @Sendable (Result<Value, SourceError>) -> Void) -> Void
    ) async -> Result<Value, SourceError> {
        await withCheckedContinuation { continuation in
            let isPosted = thread.post { watch in task(watch) { continuation.resume(returning: $0) } }
            if !isPosted {
                continuation.resume(returning: .failure(.unreachable(address: "the session bus", reason: "no thread can be made for it")))
            }
        }
    }
}

extension MPRISSource {
    /// Returns the picture of `artwork` from its `data:` URL, its file or the web; its decoder judges the format.
    ///
    /// nil if there is no such picture, or if no player has this artwork any more.
    ///
    /// - Throws: `SourceError.badPicture` if it is refused.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let found: (place: MPRISArtwork.Place, musicFile: String?)? = try await ask { watch, give in
            let player = watch.players.values.first { $0.artwork?.artwork.key == artwork.key }
            give(.success(player.flatMap { player in player.artwork.map { ($0.place, player.metadata.musicFile) } }))
        }
        let result: Result<[UInt8]?, SourceError> =
            switch found?.place {
            case nil: .success(nil)
            case .data(let address): MPRISArtwork.bytes(ofData: address, limit: PictureLimit.bytes)
            case .file(let path): await lane.value { Self.picture(ofFile: path) } ?? .success(nil)
            case .music: .success(nil)
            case .web(let address): .success(try await bytes(at: address))
            }
        if case .success(let bytes?) = result, !bytes.isEmpty { return bytes }
        if let music, let path = found?.musicFile, let bytes = await lane.value(of: { music.picture(path) }) ?? nil { return bytes }
        let bytes = try result.get()
        return bytes?.isEmpty == true ? nil : bytes
    }

    private func bytes(at address: String) async throws(SourceError) -> [UInt8]? {
        var request = HTTPRequest(url: address, timeout: .seconds(10))
        request.accept = "image/jpeg, image/png, image/webp"
        request.maximumBody = PictureLimit.bytes
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.send(request)
        } catch {
            switch error {
            case .bodyTooLarge: throw .badPicture(PictureLimit.reason)
            case .cancelled: throw .cancelled
            case .badURL(let reason): throw .badAddress(address, reason: reason)
            case .noLibrary: throw .noLibrary("\(error)")
            case .headersTooLarge, .notHTTP, .badRedirect: throw .badAnswer(address: address, reason: "\(error)")
            case .cannotResolve, .refused, .privateAddress, .timedOut, .reset, .truncated, .tls, .other:
                throw .unreachable(address: address, reason: "\(error)")
            }
        }
        guard response.head.isSuccess else { throw .badPicture("the server answers with status \(response.status)") }
        return response.body
    }

    /// Returns the contents of a regular file; nil if there is none yet.
    ///
    /// A file that cannot be read, or is too large, is a failure with `SourceError.badPicture`.
    static func picture(ofFile path: String) -> Result<[UInt8]?, SourceError> {
        do throws(ReadError) {
            return .success(try InputFile.bytes(at: path, limit: PictureLimit.bytes, accepting: .regular))
        } catch {
            switch error {
            case .missing: return .success(nil)
            case .tooLong: return .failure(.badPicture(PictureLimit.reason))
            case .unreadable, .wrongKind: return .failure(.badPicture(error.reason))
            }
        }
    }
}

/// The cover of a player's track.
struct MPRISArtwork: Hashable, Sendable {
    /// The location of the picture.
    enum Place: Hashable, Sendable {
        /// Embedded in a `data:` URL.
        case data(String)
        /// A file on this machine, by its path.
        case file(String)
        /// An `http:` or `https:` URL.
        case web(String)
        /// In or beside the music file with that path.
        case music(String)
    }

    /// The location of the picture.
    let place: Place
    /// The artwork as the playback modules identify it.
    let artwork: Artwork

    /// Makes the artwork from `mpris:artUrl`; nil if its form is not supported.
    ///
    /// - Parameter record: Texts that distinguish covers which a player writes to the same file.
    init?(_ location: String, record: [String] = []) {
        let scheme = location.prefix(8).lowercased()
        if scheme.hasPrefix("data:") {
            place = .data(location)
            artwork = Artwork(key: "data:" + WideHash(location).text)
        } else if scheme.hasPrefix("http://") || scheme == "https://" {
            let spotify = "https://open.spotify.com/image/"
            // Pages at the address that Spotify sends no longer exist.
            let address = location.hasPrefix(spotify) ? "https://i.scdn.co/image/" + location.dropFirst(spotify.count) : location
            guard address.utf8.count <= 8192 else { return nil }
            place = .web(address)
            artwork = Artwork(key: address, location: address)
        } else if let path = MediaAddress.path(of: location), path.utf8.count < 4096 {
            place = .file(path)
            artwork = Artwork(key: "file:\(WideHash(([path] + record).joined(separator: "\0")).text)", location: path)
        } else {
            return nil
        }
    }

    /// The cover of a music file.
    ///
    /// - Parameter version: What distinguishes the file from a rewritten one.
    init(musicFile path: String, version: String) {
        place = .music(path)
        artwork = Artwork(key: "music:\(WideHash("\(path)\0\(version)").text)")
    }

    /// Decodes a `data:` URL; nil if it is empty, `SourceError.badPicture` if it is invalid, or has more than `limit` bytes.
    static func bytes(ofData address: String, limit: Int) -> Result<[UInt8]?, SourceError> {
        Result { () throws(SourceError) in try decoded(address, limit: limit) }
    }

    private static func decoded(_ address: String, limit: Int) throws(SourceError) -> [UInt8]? {
        let invalid = SourceError.badPicture("the data: address cannot be decoded")
        guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { throw invalid }
        let (head, body) = (address[..<comma].lowercased(), address[address.utf8.index(after: comma)...])
        var bytes: [UInt8]
        if head.hasSuffix(";base64") {
            guard body.utf8.count / 4 * 3 <= limit + 3 else { throw .badPicture(PictureLimit.reason) }
            // Some players percent-encode the `+`, `/` and `=` of Base64, and some omit the padding.
            var encoded = body.utf8.contains(UInt8(ascii: "%")) ? MediaAddress.decodedBytes(body) : Array(body.utf8)
            encoded.removeAll { $0 <= 0x20 }
            while encoded.count % 4 != 0 { encoded.append(UInt8(ascii: "=")) }
            guard let data = Data(base64Encoded: Data(encoded)) else { throw invalid }
            bytes = Array(data)
        } else {
            guard body.utf8.count <= limit * 3 else { throw .badPicture(PictureLimit.reason) }
            bytes = MediaAddress.decodedBytes(body)
        }
        guard bytes.count <= limit else { throw .badPicture(PictureLimit.reason) }
        return bytes.isEmpty ? nil : bytes
    }
}
