/// A script for a simulated bridge: its zones, their timed events, and network faults.
///
/// Scenarios are YAML files, documented in `Fixtures/scenarios/README.md`. All times are seconds of the scenario's own clock.
package struct Scenario: Sendable, Equatable {
    /// The file's name without its extension.
    package let name: String
    /// A one-line summary.
    package let summary: String
    /// Scenario seconds per real second.
    package let speed: Double
    /// The seed of the random order of zones.
    let seed: UInt64
    /// The time that a track takes to load before it plays.
    let loading: Duration
    /// The delay between the bridge's response to a control and its execution.
    let controlDelay: Duration
    let zones: [Zone]
    let cues: [Cue]
    let faults: [Fault]

    /// The names of the zones, in the file's order.
    package var zoneNames: [String] { zones.map(\.name) }
}

extension Scenario {
    /// A playback zone.
    struct Zone: Sendable, Equatable {
        let id: String
        let name: String
        let source: Source
        let state: PlayState
        let volume: Volume
        /// The id of the zone's output; volume pushes contain it instead of the zone's id.
        let outputID: String
        let outputName: String
        let device: String?
        let dsp: DSP?
        let queue: [Track]
        /// The index in the queue at the start.
        let track: Int
        /// The position in the track at the start.
        let position: Duration
        /// True if the queue repeats.
        let repeats: Bool
        /// True if the zone is listed from the start.
        let present: Bool
    }

    /// The kind of source of a zone.
    enum Source: String, Sendable, CaseIterable {
        case roon, lms, openhome, upnp, hqplayer
    }

    /// The playback status, in the bridge's vocabulary.
    enum PlayState: String, Sendable, CaseIterable {
        case playing, paused, stopped, loading, buffering, unknown
    }

    /// The hardware volume of a zone.
    struct Volume: Sendable, Equatable {
        enum Kind: String, Sendable, CaseIterable {
            case db, number, fixed, incremental
        }

        let kind: Kind
        let value: Double
        let minimum: Double
        let maximum: Double
        let step: Double
        let muted: Bool
    }

    /// The signal processor linked to a zone.
    struct DSP: Sendable, Equatable {
        let instance: String?
        let pipeline: String?
        let profiles: String?
    }

    /// An entry of a queue.
    struct Track: Sendable, Equatable {
        let title: String
        let artist: String
        let album: String
        /// The duration; nil or zero for a stream, which never ends.
        let length: Duration?
        let artwork: Artwork?
    }
}
