/// The state of a zone, together with what the bridge knows of it.
struct ZoneState: Sendable, Equatable {
    let zone: Scenario.Zone
    var state: Scenario.PlayState
    /// The index in the queue.
    var index: Int
    /// The position in the track at `anchor`.
    var offset: Duration
    var anchor: Duration
    /// When the track that is loading will start to play.
    var loaded: Duration?
    var volume: Double
    /// When the volume was last set.
    var volumeSet = Duration.zero
    var muted: Bool
    /// True if the bridge lists the zone.
    var present: Bool
    /// The last announced track; a stopped zone still shows it.
    var shown: Scenario.Track?
    var discovery: Discovery

    /// The data that the bridge reads only when it discovers a zone, as version 3.3 does for Roon.
    struct Discovery: Sendable, Equatable {
        var state: Scenario.PlayState
        var length: Int?
        var controls: Controls
    }

    /// The controls that a zone supports.
    struct Controls: Sendable, Equatable {
        var play: Bool
        var pause: Bool
        var next: Bool
        var previous: Bool
    }

    init(_ zone: Scenario.Zone) {
        self.zone = zone
        state = zone.state
        index = zone.track
        offset = zone.position
        anchor = .zero
        volume = zone.volume.value
        muted = zone.volume.muted
        present = zone.present
        discovery = Discovery(state: zone.state, length: nil, controls: Controls(play: true, pause: false, next: false, previous: false))
        shown = zone.state == .stopped ? nil : track
        discover()
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

    /// The controls that are possible in the current state.
    var controls: Controls {
        let more = zone.queue.count > 1
        return Controls(play: state != .playing, pause: state == .playing || state == .loading, next: more, previous: more)
    }

    /// Updates the data that the bridge reads only on discovery.
    mutating func discover() {
        discovery = Discovery(state: state, length: shown?.length.map(\.wholeSeconds), controls: controls)
    }
}

extension Duration {
    /// Whole seconds, rounded towards zero as in the bridge.
    var wholeSeconds: Int { Int(components.seconds) }
}
