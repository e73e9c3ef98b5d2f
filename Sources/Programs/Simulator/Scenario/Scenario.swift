import FoundationEssentials
import NIOCore
import SubdialDocuments
import SubdialGLib
import SubdialSystem

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
    let bridge: Bridge
    /// The time that a track takes to load before it plays.
    let loading: Duration
    /// The delay between the bridge's response to a control and its execution.
    let controlDelay: Duration
    let zones: [Zone]
    let cues: [Cue]
    let faults: [Fault]

    /// The names of the zones, in the file's order.
    private var zoneNames: [String] { zones.map(\.name) }
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
        /// True if the bridge has read the description of the device, which has the name of a UPnP or OpenHome renderer.
        let described: Bool
        /// The controls that are allowed; nil if they follow from the state and the queue.
        let allowed: Controls?
    }

    /// The simulated bridge itself.
    struct Bridge: Sendable, Equatable {
        /// The version in the response of `/status`; nil for the version of the dialect.
        let version: String?
        /// True if the bridge refuses controls without authentication.
        let locked: Bool

        /// True if the version is at least this one; without a version the bridge is older than all that behave differently.
        func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
            let parts = (version ?? "").split(separator: ".").prefix(2).map { Int($0) ?? 0 }
            return parts.count == 2 && (parts[0], parts[1]) >= (major, minor)
        }
    }

    /// The controls that a zone allows.
    struct Controls: Sendable, Equatable {
        var play: Bool
        var pause: Bool
        var next: Bool
        var previous: Bool
    }

    /// The kind of source of a zone.
    enum Source: String, Sendable, CaseIterable {
        case roon, lms, openhome, upnp, hqplayer
    }

    /// The playback status, in the bridge's vocabulary.
    enum PlayState: String, Sendable, CaseIterable {
        case playing, paused, stopped, loading, buffering, unknown
    }

    /// The volume control of a device.
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
        /// Whether the bridge has read the volume of a renderer at the start; nil for what is usual.
        let told: Bool?

        /// True if the control has a level that the device reports.
        var hasLevel: Bool { kind == .db || kind == .number }

        /// The nearest value in the range.
        func clamped(_ value: Double) -> Double { min(max(value, minimum), maximum) }
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

extension Scenario {
    /// Reads a scenario file.
    ///
    /// Pictures are read from the folder in the file's key `artwork`, by default from `../artwork` relative to the file's folder.
    package static func load(_ path: String) throws(ScenarioError) -> Scenario {
        let url = URL(filePath: path)
        guard let data = try? Data(contentsOf: url) else {
            throw FileManager.default.fileExists(atPath: path) ? .unreadable(path: path) : .notFound(path: path)
        }
        guard let text = String(validating: data, as: UTF8.self) else { throw .unreadable(path: path) }
        return try Scenario(
            yaml: text,
            name: url.deletingPathExtension().lastPathComponent,
            file: path,
            folder: url.deletingLastPathComponent().path()
        )
    }

    /// Reads a scenario from text.
    ///
    /// - Parameters:
    ///   - yaml: The contents of a scenario file.
    ///   - name: The scenario's name.
    ///   - file: The file name used in error messages.
    ///   - folder: The folder to which the path of the picture folder is relative.
    package init(yaml: String, name: String = "scenario", file: String = "scenario.yaml", folder: String = ".") throws(ScenarioError) {
        let root: YAMLNode?
        do {
            root = try YAMLNode(parsing: yaml)
        } catch {
            throw ScenarioError(error, file: file)
        }
        guard let root else {
            throw .missingKey(ScenarioError.Place(file: file, line: 1, column: 1), key: "description", of: "a scenario")
        }
        try self.init(root, name: name, file: file, folder: folder)
    }

    /// The names and summaries of the scenarios in a folder, sorted by name.
    package static func list(in folder: String) throws(ScenarioError) -> [(name: String, summary: String)] {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { throw .notFound(path: folder) }
        var scenarios: [(name: String, summary: String)] = []
        for file in files.sorted() where file.hasSuffix(".yaml") {
            let path = folder + "/" + file
            guard
                let data = try? Data(contentsOf: URL(filePath: path)), let text = String(validating: data, as: UTF8.self)
            else { throw .unreadable(path: path) }
            let root: YAMLNode?
            do {
                root = try YAMLNode(parsing: text)
            } catch {
                throw ScenarioError(error, file: path)
            }
            scenarios.append((String(file.dropLast(5)), root?["description"]?.text ?? ""))
        }
        return scenarios
    }
}

extension ScenarioError {
    fileprivate init(_ error: YAMLError, file: String) {
        let problem =
            switch error {
            case .syntax(_, let problem): problem
            case .mistake, .duplicateKey, .tooManyAliases, .tooDeep: error.reason
            }
        self = .syntax(Place(file: file, line: error.mark.line, column: error.mark.column), problem: problem)
    }
}

extension Scenario {
    /// Reads a scenario from its YAML tree.
    init(_ root: YAMLNode, name: String, file: String, folder: String) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            root, file: file, owner: "a scenario",
            known: [
                "description", "speed", "seed", "loading", "control-delay", "bridge", "artwork", "library", "zones", "script", "faults",
            ]
        )
        self.name = name
        self.summary = try mapping.requiredString("description")
        self.speed = try mapping.number("speed", in: 0.001...10_000) ?? 1
        self.seed = UInt64(try mapping.integer("seed") ?? 1)
        self.bridge =
            try mapping.node("bridge").map { node throws(ScenarioError) in
                try Bridge(node, file: file)
            } ?? Bridge(version: nil, locked: false)
        self.loading = try mapping.seconds("loading") ?? .seconds(0.3)
        self.controlDelay = try mapping.seconds("control-delay") ?? .zero

        let gallery = Gallery(folder: folder + "/" + (try mapping.string("artwork") ?? "../artwork"))
        var zones: [Zone] = []
        for node in try mapping.list("zones") {
            let zone = try Zone(node, file: file, gallery: gallery)
            guard !zones.contains(where: { $0.id == zone.id }) else {
                throw .wrongValue(node.place(in: file), key: "id", found: "'\(zone.id)' a second time", expected: "another for each zone")
            }
            zones.append(zone)
        }
        var cues: [Cue] = []
        for node in try mapping.list("script") { cues.append(try Cue(node, file: file, zones: zones)) }
        var faults: [Fault] = []
        for node in try mapping.list("faults") { faults.append(try Fault(node, file: file)) }
        self.zones = zones
        self.cues = cues
        self.faults = faults
    }
}

/// The pictures of a scenario; each file is read once.
final class Gallery {
    private let folder: String
    private var artworks: [String: Artwork] = [:]

    init(folder: String) { self.folder = folder }

    /// The picture in a file of the folder; nil if there is none.
    func artwork(_ name: String) -> Artwork? {
        guard !name.contains("/"), let artwork = artworks[name] ?? Artwork(path: folder + "/" + name) else { return nil }
        artworks[name] = artwork
        return artwork
    }
}

/// A zone's picture.
struct Artwork: Sendable, Equatable {
    /// The maximum size in bytes: a scenario keeps its pictures in memory.
    private static let limit = 16 * 1024 * 1024

    let bytes: ByteBuffer
    /// The media type, determined from the first bytes and not from the file name.
    let contentType: String
    /// A content hash of 32 hexadecimal digits.
    let key: String

    init(bytes: [UInt8]) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.contentType = Self.contentType(of: bytes)
        self.key = SHA256.hex(bytes, digits: 32)
    }

    /// Reads a picture; nil if it does not exist or is too large.
    init?(path: String) {
        guard
            let version = FileVersion(path: path, followsLinks: true), version.size <= Self.limit,
            let data = try? Data(contentsOf: URL(filePath: path))
        else { return nil }
        self.init(bytes: Array(data))
    }

    private static func contentType(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return "application/octet-stream"
    }
}
