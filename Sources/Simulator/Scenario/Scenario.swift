/// A script for a simulated bridge: its zones, what happens to them and when, and the faults on the way.
///
/// Scenarios are YAML files, documented in `Fixtures/scenarios/README.md`. All times are seconds of the scenario's own clock.
public struct Scenario: Sendable, Equatable {
    /// The file's name without its extension.
    public let name: String
    /// What it shows, in one line.
    public let summary: String
    /// How many of its seconds pass in one real second.
    public let speed: Double
    /// Where the random order of zones starts from.
    let seed: UInt64
    /// How long a track takes to load before it plays.
    let loading: Duration
    /// How long the bridge takes to carry out a control after having answered it.
    let controlDelay: Duration
    let zones: [Zone]
    let cues: [Cue]
    let faults: [Fault]

    /// The names of its zones, in the file's order.
    public var zoneNames: [String] { zones.map(\.name) }
}

extension Scenario {
    /// A place where music plays.
    struct Zone: Sendable, Equatable {
        let id: String
        let name: String
        let source: Source
        let state: PlayState
        let volume: Volume
        /// What the zone's output is called; volume pushes carry it instead of the zone's id.
        let outputID: String
        let outputName: String
        let device: String?
        let dsp: DSP?
        let queue: [Track]
        /// Index in the queue at the start.
        let track: Int
        /// Where in the track it starts.
        let position: Duration
        /// Whether the queue starts over when it ends.
        let repeats: Bool
        /// Whether the zone is there from the start.
        let present: Bool
    }

    /// What a zone belongs to.
    enum Source: String, Sendable, CaseIterable {
        case roon, lms, openhome, upnp, hqplayer
    }

    /// What a zone is doing, in the bridge's own words.
    enum PlayState: String, Sendable, CaseIterable {
        case playing, paused, stopped, loading, buffering, unknown
    }

    /// A zone's volume as the hardware has it.
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

    /// The signal processing a zone is linked to.
    struct DSP: Sendable, Equatable {
        let instance: String?
        let pipeline: String?
        let profiles: String?
    }

    /// One entry of a queue.
    struct Track: Sendable, Equatable {
        let title: String
        let artist: String
        let album: String
        /// Nil or zero for a stream, which never ends.
        let length: Duration?
        let artwork: Artwork?
    }
}
