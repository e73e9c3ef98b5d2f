import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialPlayback
import SubdialTimeline

/// The line of a zone's playback.
struct NowPlayingLine: LineSubject {
    private let moment: NowPlaying
    private let now: Date
    let state: FeedState

    init(_ moment: NowPlaying, at now: Date) {
        self.moment = moment
        self.now = now
        state = FeedState(moment)
    }

    /// `playing`, `paused` or `stopped`.
    var status: String { state.showsContent ? moment.status.mprisName.lowercased() : "stopped" }

    func classes(_ given: [String]) -> [String] {
        var classes = [state.rawValue] + given
        for name in [moment.zone?.source, moment.player].compactMap({ $0?.styleName }) where !name.isEmpty && !classes.contains(name) {
            classes.append(name)
        }
        if moment.freshness == .stale { classes.append("stale") }
        if moment.volume?.isMuted == true { classes.append("muted") }
        return classes
    }

    var percentage: Int? {
        // 0.29 times 100 is 28.999999999999996.
        moment.progress(at: now).map { min(Int(saturating: $0 * 100 + 1e-6), 100) } ?? 0
    }

    func text(columns: Int, isWide: Bool) -> String {
        Fitting.line(for: moment.track ?? Track(title: ""), columns: columns, albumToo: isWide)
    }

    /// The tooltip, which is constant for each track, because a tooltip closes under the pointer when its text changes.
    func tooltip(in timeZones: TimeZones) -> [String] { content + [problem(in: timeZones)] }

    /// The reason why newer data are unavailable, and the time since when; empty if it is unknown.
    private func problem(in timeZones: TimeZones) -> String {
        guard let problem = moment.problem else { return "" }
        guard let contact = moment.lastContact else { return "No news: \(problem.message)" }
        let (since, today) = (timeZones.text(of: contact), timeZones.text(of: now))
        return "No news since \(since.prefix(10) == today.prefix(10) ? since.suffix(5) : since[...]): \(problem.message)"
    }

    /// The lines about the track and the zone.
    private var content: [String] {
        let zone = moment.zone?.name ?? ""
        switch state {
        case .offline: return [zone.isEmpty ? "Not reachable" : "\(zone) is not reachable"]
        case .zoneMissing: return [zone.isEmpty ? "Zone not available" : "\(zone) is not available"]
        case .stopped, .live: return [zone]
        case .playing, .paused, .loading:
            let length = moment.length(at: now).map { Value.duration($0).text } ?? ""
            return [moment.track?.title ?? "", moment.track?.artist ?? "", moment.track?.album ?? "", zone, length]
        }
    }

    var iconKeys: [String] { [moment.zone?.name, moment.zone?.id, moment.player, moment.zone?.source].compactMap { $0 } }
    var standardIcon: String { "♪" }

    func details(percentage: Int, artPath: String?) -> FeedDetails {
        let track = state.showsContent ? moment.track : nil
        let length = track.flatMap { _ in moment.length(at: now) }
        let elapsed = track.flatMap { _ in moment.elapsed(at: now) }.map { min($0, length ?? $0) }
        let picture = track == nil ? nil : artPath
        func text(_ text: String?) -> FeedField.Value { .text(Self.part(text ?? "")) }
        func seconds(_ seconds: Double?) -> FeedField.Value { seconds.map { .integer(Int(saturating: $0)) } ?? .nothing }
        return FeedDetails(
            fields: [
                FeedField("title", text(track?.title), isTag: true), FeedField("artist", text(track?.artist), isTag: true),
                FeedField("album", text(track?.album), isTag: true), FeedField("zone", text(moment.zone?.name), isTag: true),
                FeedField("zone_id", .text(moment.zone?.id.cleaned() ?? "")), FeedField("source", text(moment.zone?.source)),
                FeedField("player", text(moment.player), isTag: true),
                FeedField("elapsed", seconds(elapsed)), FeedField("length", seconds(length)),
                FeedField("percentage", .integer(percentage), isTag: true),
                FeedField("volume", moment.volume.map(\.fieldValue) ?? .nothing),
                FeedField("muted", .flag(moment.volume?.isMuted ?? false), isTag: true),
                FeedField("connection", .text(moment.freshness.rawValue)), FeedField("art_path", picture.map { .text($0) } ?? .nothing),
            ],
            subjectID: moment.zone?.id.cleaned() ?? "", artPath: picture,
            menu: [FeedMenuItem(status == "playing" ? "Pause" : "Play", words: "play-pause")]
                + [(UnavailableControl.next, "Next"), (.previous, "Previous")].compactMap { control, title in
                    moment.unavailable.contains(control) ? nil : FeedMenuItem(title, words: control.rawValue)
                })
    }

    var nextSecond: Date? { moment.nextSecond(after: now) }
    var nextPercent: Date? { moment.nextProgress(after: now, steps: 100) }

    /// The track, without its length, which may become known later.
    var marqueeKey: [String] { moment.track.map { [$0.title, $0.artist, $0.album] } ?? [] }

    var isMoving: Bool { moment.isRunning && moment.freshness == .live }
}
