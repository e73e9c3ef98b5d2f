import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback
import Synchronization

/// A VLC as a playback source with one zone, over its web interface.
///
/// VLC does not report changes, so that ``pushes(of:)`` ends immediately and the state is polled.
package final class VLCSource: PlaybackSource {
    /// The address of the web interface.
    package let address: VLCAddress
    private let limits: VLCLimits
    private let client: HTTPClient
    private let logger: Logger
    private let memory = Mutex<VLCSilence?>(nil)

    /// Makes the source; it connects with the first request.
    package init(
        _ address: VLCAddress, limits: VLCLimits = VLCLimits(), client: HTTPClient = HTTPClient(),
        logger: Logger = Logger(label: "subdial.vlc")
    ) {
        self.address = address
        self.limits = limits
        self.client = client
        self.logger = logger
    }

    /// VLC's only zone.
    package func zones() async throws(SourceError) -> [Zone] {
        let asked = SteadyDate.now
        let status = try await talk { () async throws(VLCError) in try await self.status() }
        let volume = status.level(mutedFrom: update(from: status, at: asked))
        var zone = Zone(id: address.zone, name: address.name, source: "vlc", status: status.state, volume: volume)
        zone.hasTrack = status.hasItem
        return [zone]
    }

    /// Returns VLC's current state.
    ///
    /// Its `queue` is empty with shuffle on, and if the playlist exceeds the size limit.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        try check(zone)
        let asked = SteadyDate.now
        let status = try await talk { () async throws(VLCError) in try await self.status() }
        let received = SteadyDate.now
        let mutedFrom = update(from: status, at: asked)
        let playlist = status.hasItem ? try await playlistIfAny(escapesText: status.escapesText) : nil
        return Reading(
            of: address, status: status, playlist: playlist, queueLength: limits.queueLength, mutedFrom: mutedFrom, asked: asked,
            received: received)
    }

    /// Returns VLC's picture of `artwork`, in its own size and format; nil if another track is current.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try check(zone)
        return try await talk { () async throws(VLCError) in
            let status = try await self.status()
            guard status.artwork?.key == artwork.key, let item = status.item else { return nil }
            return try await self.picture(ofItem: item)
        }
    }

    private func check(_ zone: ZoneID) throws(SourceError) {
        guard zone == address.zone else { throw .zoneMissing(zone.rawValue, known: [address.name]) }
    }

    /// Runs `body` and converts its errors to `SourceError`.
    private func talk<Value: Sendable>(_ body: () async throws(VLCError) -> Value) async throws(SourceError) -> Value {
        do throws(VLCError) {
            return try await body()
        } catch {
            throw SourceError(error, address: address)
        }
    }

    /// The playlist; nil if only the playlist cannot be read, since the rest of the reading is still useful.
    private func playlistIfAny(escapesText: Bool) async throws(SourceError) -> VLCPlaylist? {
        do throws(VLCError) {
            return try await playlist(escapesText: escapesText)
        } catch {
            guard error != .http(.cancelled) else { throw .cancelled }
            logger.debug("the playlist cannot be read", metadata: ["address": "\(address)", "error": "\(error)"])
            return nil
        }
    }

    /// Updates the memory from the status.
    ///
    /// - Returns: The raw VLC volume that unmuting restores, if Subdial muted VLC and no other program has unmuted it.
    private func update(from status: VLCStatus, at asked: SteadyDate) -> Int? {
        memory.withLock { silence in
            if let volume = status.volume, silence?.isEnded(by: volume, at: asked) == true { silence = nil }
            return silence?.volume
        }
    }
}

extension VLCSource {
    /// Sends a control to VLC.
    ///
    /// The web interface has no mute command. `mute` sets the volume to 0, and the next `mute` restores the volume before that, unless
    /// another program has raised it meanwhile. A volume of 0 that another program set cannot be restored: `mute` is refused. Positions
    /// are sent in whole seconds, the resolution of VLC's interface.
    ///
    /// - Throws: `SourceError.refused` before anything is sent if the control cannot be done now.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try check(zone)
        let shown = state?.status(at: SteadyDate.now)
        try await talk { () async throws(VLCError) in
            switch control {
            case .play: try await self.play()
            case .pause: try await self.send("pl_forcepause")
            case .playPause: try await self.toggle(shownAs: shown)
            case .next: try await self.send("pl_next")
            case .previous: try await self.send("pl_previous")
            case .stop: try await self.send("pl_stop")
            case .volume(let change, let base): try await self.setVolume(change, from: base)
            case .mute(let wanted): try await self.mute(wanted)
            case .seek(let change): try await self.seek(change)
            case .loop(let mode): try await self.setLoop(mode)
            case .nextLoop: try await self.setLoop(try await self.status().loop.next)
            case .consume, .single: throw .refused("VLC has no such mode of its playlist")
            case .shuffle(let wanted): if try await self.status().isRandom != wanted { try await self.send("pl_random") }
            case .open(let address): try await self.send("in_play", input: address)
            }
        }
    }

    private func play() async throws(VLCError) {
        let status = try await status()
        switch status.state {
        case .playing, .loading: return
        case .paused: try await send("pl_forceresume")
        case .stopped, .unknown:
            // With an empty playlist, VLC responds with OK and plays nothing.
            guard try await !playlist(escapesText: status.escapesText).isEmpty else {
                throw .refused("there is nothing to play: the playlist of '\(address.name)' is empty")
            }
            try await send("pl_play")
        }
    }

    /// Inverts the status that the user sees, or VLC's own if none is shown.
    private func toggle(shownAs shown: PlaybackStatus?) async throws(VLCError) {
        var seen = shown ?? .unknown
        if seen == .unknown { seen = try await status().state }
        switch seen {
        case .playing, .loading: try await send("pl_forcepause")
        case .paused, .stopped, .unknown: try await play()
        }
    }

    private func setVolume(_ change: Change, from base: Volume?) async throws(VLCError) {
        let asked = SteadyDate.now
        let status = try await status()
        guard let volume = status.level(mutedFrom: update(from: status, at: asked)) else { throw .refused(untoldVolume) }
        guard volume.isSame(as: base) else { throw .overtaken }
        guard let target = volume.scale.target(of: change, from: volume.value) else { throw .refused("that is no volume") }
        try await send("volume", VLCVolume.raw(target))
        // A volume that the user sets replaces the one that unmuting would restore. A volume of 0 then stays 0.
        memory.withLock { $0 = nil }
    }

    /// Sets the loop mode; VLC's commands only toggle.
    private func setLoop(_ mode: LoopMode) async throws(VLCError) {
        let status = try await status()
        // Turning on the repetition of one track turns off that of the playlist, and vice versa.
        if status.isRepeating != (mode == .track) { try await send("pl_repeat") }
        let loops = mode == .track ? false : try await self.status().isLooping
        if mode != .track, loops != (mode == .playlist) { try await send("pl_loop") }
    }

    private func mute(_ wanted: Bool?) async throws(VLCError) {
        let asked = SteadyDate.now
        let status = try await status()
        guard let volume = status.volume else { throw .refused(untoldVolume) }
        guard wanted != (volume == 0) else { return }
        if let mutedFrom = update(from: status, at: asked) {
            try await send("volume", mutedFrom)
            memory.withLock { $0 = nil }
        } else if volume > 0 {
            try await send("volume", 0)
            memory.withLock { $0 = VLCSilence(volume: volume, time: .now) }
        } else {
            throw .refused("'\(address.name)' is silent already, and how loud it was before is not known; set a volume")
        }
    }

    private func seek(_ change: Change) async throws(VLCError) {
        let status = try await status()
        guard status.hasItem, let elapsed = status.elapsed else {
            throw .refused("'\(address.name)' plays nothing in which there is a place to go to")
        }
        let wanted = change.applied(to: elapsed)
        guard wanted.isFinite else { throw .refused("that is no place in the track") }
        let place = max(0, min(wanted, status.length ?? wanted)).rounded()
        guard place < 1e9 else { throw .refused("that is no place in the track") }
        // An absolute position, so that a request that is sent twice has the same result.
        try await send("seek", Int(saturating: place))
    }

    private var untoldVolume: String { "'\(address.name)' does not tell its volume, so that it cannot be changed safely" }
}

extension VLCSource {
    func status() async throws(VLCError) -> VLCStatus {
        try VLCStatus(try await json("/requests/status.json"))
    }

    private func playlist(escapesText: Bool) async throws(VLCError) -> VLCPlaylist {
        try VLCPlaylist(try await json("/requests/playlist.json"), escapesText: escapesText)
    }

    /// Sends a command; VLC responds before it has executed it.
    private func send(_ command: String, _ value: Int? = nil) async throws(VLCError) {
        _ = try await get("/requests/status.json?command=\(command)" + (value.map { "&val=\($0)" } ?? ""))
    }

    /// Sends a command with a URL as its input.
    private func send(_ command: String, input: String) async throws(VLCError) {
        _ = try await get("/requests/status.json?command=\(command)&input=\(input.percentEncoded)")
    }

    /// The picture of a playlist entry; nil if VLC has none.
    func picture(ofItem item: Int) async throws(VLCError) -> [UInt8]? {
        do throws(VLCError) {
            let picture = try await get("/art?item=\(item)", timeout: limits.pictureTimeout, maximumBody: limits.maximumPicture)
            return picture.isEmpty ? nil : picture
        } catch {
            guard error == .status(404) else { throw error }
            return nil
        }
    }

    /// Parses the response as JSON whatever its media type is: VLC sends `text/plain`.
    private func json(_ path: String) async throws(VLCError) -> JSONValue {
        let body = try await get(path)
        do throws(JSONError) {
            return try JSONValue(parsing: body)
        } catch {
            throw .malformed("it is not JSON: \(error)")
        }
    }

    private func get(_ path: String, timeout: Duration? = nil, maximumBody: Int? = nil) async throws(VLCError) -> [UInt8] {
        var request = HTTPRequest(url: address.url(path), timeout: timeout ?? limits.timeout)
        request.connectTimeout = limits.connectTimeout
        request.maximumBody = maximumBody ?? limits.maximumAnswer
        // VLC does not redirect, and the password must not be sent to another host.
        request.maximumRedirects = 0
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await send(request, isRepeatable: !path.contains("command=pl_next") && !path.contains("command=pl_previous"))
        } catch {
            throw .http(error)
        }
        switch response.status {
        case 401: throw .login
        case 200..<300: return response.body
        default: throw .status(response.status)
        }
    }

    /// Sends a request, and repeats it once if VLC closed the connection.
    ///
    /// VLC closes connections that have been idle, and sometimes new ones.
    private func send(_ request: HTTPRequest, isRepeatable: Bool) async throws(HTTPError) -> HTTPResponse {
        do throws(HTTPError) {
            return try await client.send(request)
        } catch {
            guard error == .reset, isRepeatable else { throw error }
            return try await client.send(request)
        }
    }
}

/// A record that Subdial muted VLC, whose only form of muting is a volume of 0.
struct VLCSilence: Hashable, Sendable {
    /// The raw VLC volume before.
    var volume: Int
    /// The time at which the mute was sent.
    var time: SteadyDate

    /// True if a volume reported at `now` means that another program has unmuted VLC.
    ///
    /// The sound server may need a moment, during which VLC still reports the previous volume.
    func isEnded(by told: Int, at now: SteadyDate) -> Bool {
        told > 0 && (told != volume || now - time > PlaybackState.settlingTime)
    }
}

/// VLC's volume in per cent.
///
/// The scale ends at 100, as it does for the same player over MPRIS: VLC amplifies up to 200 %, which may distort. Only an absolute volume
/// can exceed 100.
enum VLCVolume {
    /// The raw VLC volume for 100 %.
    private static let full = 256

    static let scale = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)

    /// Converts a raw VLC volume to per cent.
    ///
    /// Each whole per cent has its own raw volume, so that a round trip is lossless.
    static func percent(_ raw: Int) -> Double { (Double(raw) * 100 / Double(full)).rounded() }

    /// Converts per cent to a raw VLC volume.
    static func raw(_ percent: Double) -> Int { Int(saturating: (percent * Double(full) / 100).rounded()) }
}

extension VLCStatus {
    /// The volume; nil if VLC does not report it.
    ///
    /// While the player is muted, the value is the volume that unmuting restores.
    ///
    /// - Parameter mutedFrom: The raw VLC volume before Subdial muted the player; nil if it did not.
    func level(mutedFrom: Int?) -> Volume? {
        guard let volume else { return nil }
        let isMuted = volume == 0 && mutedFrom != nil
        return Volume(value: VLCVolume.percent(isMuted ? mutedFrom ?? 0 : volume), scale: VLCVolume.scale, isMuted: isMuted)
    }
}
