import SubdialPlayback

/// The daemon's player status.
struct MPDStatus: Hashable, Sendable {
    var state: PlaybackStatus
    /// The volume from 0 to 100; nil if there is no mixer.
    var volume: Int?
    /// The current song's position in the queue.
    private var song: Int?
    /// The next song's position in the queue.
    private var nextSong: Int?
    var queueLength: Int
    var elapsed: Double?
    var length: Double?
    var isRandom: Bool
    private var isRepeating: Bool
    /// True if playback stops after the current song, or repeats it.
    private var isSingle: Bool

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
        isSingle = answer["single"].map { $0 != "0" } ?? false
    }

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
