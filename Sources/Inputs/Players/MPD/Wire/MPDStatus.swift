import SubdialBasics
import SubdialPlayback

/// The daemon's player status.
struct MPDStatus: Hashable, Sendable {
    var state: PlaybackStatus
    /// The volume from 0 to 100; nil if there is no mixer.
    var volume: Int?
    /// The current song's position in the queue, from 0 on.
    private(set) var song: Int?
    /// The next song's position in the queue.
    private var nextSong: Int?
    var queueLength: Int
    var elapsed: Double?
    var length: Double?
    var isRandom: Bool
    private var isRepeating: Bool
    /// Whether playback stops after the current song, or repeats it.
    let single: QueueMode
    /// Whether songs leave the queue after they were played.
    let consume: QueueMode
    /// The bitrate in kbit/s; nil while it is unknown.
    let bitrate: Int?
    /// True if a song plays whose bitrate the daemon does not know yet, which it reports as 0.
    let awaitsFormat: Bool
    /// The format of the decoded audio, such as `44100:16:2`; nil while it is unknown.
    let format: String?

    /// - Throws: ``MPDError/malformed(_:)`` if the required field `state` is missing.
    init(_ answer: MPDAnswer) throws(MPDError) {
        switch answer["state"] {
        case "play": state = .playing
        case "pause": state = .paused
        case "stop": state = .stopped
        case nil: throw .malformed("nothing in it tells what the player does")
        default: state = .unknown
        }
        // Older daemons send -1 where newer ones omit the field.
        volume = answer["volume"].flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil }
        song = answer.place("song")
        nextSong = answer.place("nextsong")
        queueLength = answer.place("playlistlength") ?? 0
        let time = answer["time"]?.split(separator: ":", maxSplits: 1)
        elapsed = answer.seconds("elapsed") ?? time?.first.flatMap { MPDAnswer.seconds(String($0)) }
        length = (answer.seconds("duration") ?? time?.last.flatMap { MPDAnswer.seconds(String($0)) }).flatMap { $0 > 0 ? $0 : nil }
        isRandom = answer["random"] == "1"
        isRepeating = answer["repeat"] == "1"
        single = QueueMode(mpdWord: answer["single"])
        consume = QueueMode(mpdWord: answer["consume"])
        bitrate = answer.place("bitrate").flatMap { $0 > 0 ? $0 : nil }
        awaitsFormat = state == .playing && answer.place("bitrate") == 0
        format = answer["audio"].flatMap { $0.isEmpty ? nil : $0.oneLine(limit: 40) }
    }

    /// True if there is a current song, even while playback is stopped.
    var hasSong: Bool { song != nil }

    private var isSingle: Bool { single != .off }

    /// The loop mode as MPRIS defines it.
    var loop: LoopMode { isRepeating ? isSingle ? .track : .playlist : .none }

    /// The queue positions of the tracks after the current song, as ranges in playback order.
    ///
    /// - Parameter limit: The maximum number of positions.
    func upcoming(limit: Int) -> [Range<Int>] {
        guard limit > 0, queueLength > 0, !(isSingle && song != nil) else { return [] }
        // With shuffle on, the daemon chooses only one song ahead.
        if isRandom { return nextSong.map { [$0..<($0 + 1)] } ?? [] }
        let start = song.map { $0 + 1 } ?? 0
        let ahead = start..<max(start, min(start + limit, queueLength))
        var parts = [ahead]
        if isRepeating, let song { parts.append(0..<min(limit - ahead.count, song, queueLength)) }
        return parts.filter { !$0.isEmpty }
    }
}

extension QueueMode {
    /// Reads the daemon's word for a mode; a missing or unknown one counts as off.
    init(mpdWord: String?) {
        switch mpdWord {
        case "1": self = .on
        case "oneshot": self = .oneshot
        default: self = .off
        }
    }

    /// The daemon's word for the mode.
    var mpdWord: String {
        switch self {
        case .off: "0"
        case .on: "1"
        case .oneshot: "oneshot"
        }
    }
}

extension MPDAnswer {
    /// A position in the queue or a count of positions; nil if it is not a valid one.
    fileprivate func place(_ key: String) -> Int? {
        self[key].flatMap { Int($0) }.flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
    }

    /// A number of seconds; nil if it is not a valid one.
    func seconds(_ key: String) -> Double? {
        self[key].flatMap { Self.seconds($0) }
    }

    fileprivate static func seconds(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil }
    }
}
