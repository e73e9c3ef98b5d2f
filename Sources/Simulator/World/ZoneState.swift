/// What one zone is doing at a moment, together with what the bridge has heard of it.
struct ZoneState: Sendable, Equatable {
    let zone: Scenario.Zone
    var state: Scenario.PlayState
    /// Index in the queue.
    var index: Int
    /// Where in the track it was at `anchor`.
    var offset: Duration
    var anchor: Duration
    /// When the track being loaded will play.
    var loaded: Duration?
    var volume: Double
    /// When the volume was last set.
    var volumeSet = Duration.zero
    var muted: Bool
    /// Whether the bridge lists it.
    var present: Bool
    /// The last track that was announced; a zone that stops goes on showing it.
    var shown: Scenario.Track?
    var discovery: Discovery

    /// What the bridge learns when it first sees a zone and never again, as version 3.3 does for Roon.
    struct Discovery: Sendable, Equatable {
        var state: Scenario.PlayState
        var length: Int?
        var controls: Controls
    }

    /// What a zone says it can be told.
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

    /// The queue's current track.
    var track: Scenario.Track? { zone.queue.indices.contains(index) ? zone.queue[index] : nil }

    /// The current track's length, where it has one and will end.
    var length: Duration? { track?.length.flatMap { $0 > .zero ? $0 : nil } }

    /// Where in the track the zone is.
    func position(at now: Duration) -> Duration {
        let position = state == .playing ? offset + (now - anchor) : offset
        return length.map { min($0, position) } ?? position
    }

    /// When the current track will end, if it goes on playing.
    var end: Duration? {
        guard state == .playing, let length else { return nil }
        return anchor + max(.zero, length - offset)
    }

    /// What could be done with the zone as it is.
    var controls: Controls {
        let more = zone.queue.count > 1
        return Controls(play: state != .playing, pause: state == .playing || state == .loading, next: more, previous: more)
    }

    /// The bridge takes a fresh look at everything it learns only once.
    mutating func discover() {
        discovery = Discovery(state: state, length: shown?.length.map(\.wholeSeconds), controls: controls)
    }
}

extension Duration {
    /// Full seconds, as the bridge counts them.
    var wholeSeconds: Int { Int(components.seconds) }
}
