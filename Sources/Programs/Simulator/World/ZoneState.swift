/// The state of a zone, together with what the bridge knows of it.
struct ZoneState: Sendable, Equatable {
    let zone: Scenario.Zone
    /// The name, which a cue may change.
    var name: String
    var state: Scenario.PlayState
    /// The index in the queue.
    var index: Int
    /// The position in the track at `anchor`.
    var offset: Duration
    var anchor: Duration
    /// When the track that is loading will start to play.
    var loaded: Duration?
    /// The volume control that the device really has.
    var control: Scenario.Volume
    /// The level that the device really has, also while it is muted.
    var volume: Double
    /// When the volume was last set.
    var volumeSet = Duration.zero
    var muted: Bool
    /// The controls that are allowed; nil if they follow from the state and the queue.
    var allowed: Scenario.Controls?
    /// True if the bridge lists the zone.
    var present: Bool
    /// True if the bridge has read the description of the device.
    var described: Bool
    /// The last announced track; a stopped zone still shows it.
    var shown: Scenario.Track?
    var discovery: Discovery
    var renderer: Renderer

    /// The data that the Rust bridge reads only when it discovers a zone, as version 3.3 does for Roon.
    struct Discovery: Sendable, Equatable {
        var length: Int?
        var controls: Scenario.Controls
        /// The volume control with its range, which a later change does not reach.
        var control: Scenario.Volume
        /// The level that was last reported, within the range or not.
        var level: Double
        var muted: Bool
    }

    /// What the Node bridge knows of a zone: its list is a copy, and it learns a renderer's volume and state late.
    struct Renderer: Sendable, Equatable {
        /// The name in the list of zones.
        var listedName: String
        /// The state in the list of zones.
        var listedState: Scenario.PlayState
        /// True if the list of zones has a volume control for a UPnP renderer.
        var listsVolume: Bool
        /// The volume that a control has set in a UPnP renderer.
        var level: Double?
        /// True if the bridge receives the state of a UPnP renderer, which it does from the first control on.
        var isSubscribed: Bool
        /// When the bridge polls an OpenHome renderer for the first time.
        var firstPoll: Duration
    }

    init(_ zone: Scenario.Zone) {
        self.zone = zone
        name = zone.name
        state = zone.state
        index = zone.track
        offset = zone.position
        anchor = .zero
        control = zone.volume
        // Without a control of its own, LMS reports a player's output as full.
        volume = zone.source == .lms && zone.volume.kind == .fixed ? 100 : zone.volume.value
        muted = zone.volume.muted
        allowed = zone.allowed
        present = zone.present
        described = zone.described
        discovery = Discovery(
            length: nil, controls: Scenario.Controls(play: true, pause: false, next: false, previous: false), control: zone.volume,
            level: 0, muted: false)
        renderer = Renderer(
            listedName: zone.name, listedState: .stopped, listsVolume: false, level: nil, isSubscribed: false,
            firstPoll: zone.volume.told == false ? Self.nextPoll(after: .zero) : .zero)
        // LMS reports the current entry of its list in every state.
        shown = zone.state == .stopped && zone.source != .lms ? nil : track
        if zone.volume.told == true { renderer.level = zone.volume.value }
        discover()
        list()
    }

    /// The current track of the queue.
    var track: Scenario.Track? { zone.queue.indices.contains(index) ? zone.queue[index] : nil }

    /// The length of the current track; nil for a stream.
    private var length: Duration? { track?.length.flatMap { $0 > .zero ? $0 : nil } }

    /// The position in the track.
    func position(at now: Duration) -> Duration {
        let position = state == .playing ? offset + (now - anchor) : offset
        return length.map { min($0, position) } ?? position
    }

    /// When the current track ends if playback continues.
    var end: Duration? {
        guard state == .playing, let length else { return nil }
        return anchor + max(.zero, length - offset)
    }

    /// The state in the words of the source: LMS and OpenHome have fewer of them.
    var reportedState: Scenario.PlayState {
        switch (zone.source, state) {
        case (.lms, .loading), (.lms, .buffering): .playing
        case (.lms, .unknown): .stopped
        case (.openhome, .loading): .buffering
        default: state
        }
    }

    /// The level as the source reports it: LMS makes that of a muted player negative.
    var reportedLevel: Double { zone.source == .lms && muted ? -volume : volume }

    /// The controls that the zone reports.
    var controls: Scenario.Controls {
        if let allowed { return allowed }
        let skips =
            switch zone.source {
            case .lms, .openhome: true
            case .upnp: false
            case .roon, .hqplayer: zone.queue.count > 1
            }
        let state = reportedState
        return Scenario.Controls(
            play: state != .playing, pause: state == .playing || state == .loading && zone.source == .roon, next: skips, previous: skips)
    }

    /// Updates the data that the Rust bridge reads only on discovery.
    mutating func discover() {
        discovery = Discovery(
            length: shown?.length.map(\.wholeSeconds), controls: controls, control: control,
            // A volume that can only be moved has no level: the bridge reports the beginning of its scale.
            level: control.kind == .incremental ? 0 : volume, muted: muted)
    }

    /// Updates the copy of the zone in the Node bridge's list.
    mutating func list() {
        renderer.listedName = name
        renderer.listedState = zone.source == .upnp && !renderer.isSubscribed ? .stopped : reportedState
        renderer.listsVolume = renderer.level != nil
    }

    /// Forgets what the Node bridge knew of a renderer that it discovers anew.
    mutating func forget(at now: Duration) {
        renderer.level = nil
        renderer.isSubscribed = false
        renderer.firstPoll = Self.nextPoll(after: now)
    }

    /// The last poll of LMS, which happens every other second.
    static func lastPoll(before now: Duration) -> Duration { .seconds(now.components.seconds / 2 * 2) }

    private static func nextPoll(after now: Duration) -> Duration { lastPoll(before: now) + .seconds(2) }
}

extension Duration {
    /// Whole seconds, rounded towards zero as in the bridge.
    var wholeSeconds: Int { Int(components.seconds) }
}
