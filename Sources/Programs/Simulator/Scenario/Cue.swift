import SubdialBasics
import SubdialDocuments

/// A scripted event that happens once or periodically.
struct Cue: Sendable, Equatable {
    let time: Duration
    /// The period, if the cue repeats.
    let every: Duration?
    /// The time after which the cue no longer repeats.
    let until: Duration?
    let action: Action

    enum Action: Sendable, Equatable {
        /// A command for the zone with this index in the scenario.
        case zone(Int, ZoneCommand)
        /// The server of a source disappears or returns: Roon's core, or LMS.
        case server(Scenario.Source, lost: Bool)
        /// The Rust bridge gives up an LMS that it has not reached since a time.
        case giveUpLMS(since: Duration)
        /// All open event streams end.
        case dropEvents
    }
}

/// A command for a zone, from the script or from a client's control.
enum ZoneCommand: Sendable, Equatable {
    case play, pause, toggle, stop, next, previous
    /// Plays a track of the queue, by index, from a position.
    case track(Int, position: Duration)
    /// Sets the volume on the device's own scale; it is clamped.
    case volume(Double)
    /// Changes the volume on the device's own scale; it is clamped.
    case nudge(Double)
    /// Sets the volume of a renderer, which the Node bridge then reports.
    case rendererVolume(Double)
    /// Sends the text of a volume to LMS, which decides whether it is relative.
    case mixer(String)
    case mute(Bool)
    /// Replaces the volume control of the device.
    case control(Scenario.Volume)
    /// Sets the controls that are allowed.
    case allow(Scenario.Controls)
    /// Gives the zone another name.
    case rename(String)
    /// The bridge discovers the zone anew.
    case discover
    /// The bridge reads the description of the device.
    case describe
    /// Removes the zone from the list.
    case vanish
    /// Adds the zone to the list again.
    case comeBack
}

extension Cue {
    private static let simple: [(name: String, command: ZoneCommand)] = [
        ("play", .play), ("pause", .pause), ("stop", .stop), ("next", .next), ("previous", .previous), ("vanish", .vanish),
        ("return", .comeBack), ("discover", .discover), ("describe", .describe),
    ]
    private static let actions = ["do", "track", "volume", "muted", "allowed", "rename", "core", "lms", "events"]

    init(_ node: YAMLNode, file: String, zones: [Scenario.Zone]) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            node, file: file, owner: "a cue", known: ["at", "every", "until", "zone", "position"] + Self.actions
        )
        guard let time = try mapping.seconds("at") else { throw .missingKey(mapping.place, key: "at", of: "a cue") }
        self.time = time
        // At most a hundred times a second, so that a scenario can be busy without hanging.
        every = try mapping.seconds("every", atLeast: 0.01)
        until = try mapping.seconds("until")

        let given = Self.actions.filter(mapping.has)
        guard let action = given.first else {
            throw .missingKey(mapping.place, key: Self.actions.joined(separator: "' or '"), of: "a cue")
        }
        guard given.count == 1 else {
            throw mapping.wrong(given[1], expected: "in a cue of its own, for this one already has '\(action)'")
        }
        switch action {
        case "core", "lms":
            self.action = .server(action == "lms" ? .lms : .roon, lost: try mapping.choice(action, of: ["lost", "found"]) == "lost")
        case "events":
            _ = try mapping.choice("events", of: ["drop"])
            self.action = .dropEvents
        default:
            let zone = try Self.zone(mapping, of: zones)
            self.action = .zone(zone, try Self.command(action, mapping, file: file, of: zones[zone]))
        }
    }

    private static func command(
        _ action: String, _ mapping: ScenarioMapping, file: String, of zone: Scenario.Zone
    ) throws(ScenarioError) -> ZoneCommand {
        switch action {
        case "track":
            let track = try mapping.integer("track", in: 1...max(1, zone.queue.count)) ?? 1
            return .track(track - 1, position: try mapping.seconds("position") ?? .zero)
        case "volume":
            if let node = mapping.node("volume"), case .mapping = node.content {
                return .control(try Scenario.Volume(node, file: file, source: zone.source))
            }
            return .volume(try mapping.number("volume") ?? 0)
        case "muted":
            return .mute(try mapping.bool("muted") ?? true)
        case "allowed":
            return .allow(try mapping.controls("allowed") ?? Scenario.Controls(play: true, pause: true, next: true, previous: true))
        case "rename":
            return .rename(try mapping.requiredString("rename"))
        default:
            let name = try mapping.choice("do", of: simple.map(\.name))
            return simple.first { $0.name == name }?.command ?? .play
        }
    }

    private static func zone(_ mapping: ScenarioMapping, of zones: [Scenario.Zone]) throws(ScenarioError) -> Int {
        let name = try mapping.requiredString("zone")
        guard let index = zones.firstIndex(where: { $0.id == name }) ?? zones.firstIndex(where: { $0.name == name }) else {
            throw .unknownName(
                mapping.place(of: "zone"), kind: "zone", name: name,
                nearest: Suggestion.nearest(to: name, among: zones.flatMap { [$0.name, $0.id] })
            )
        }
        return index
    }
}
