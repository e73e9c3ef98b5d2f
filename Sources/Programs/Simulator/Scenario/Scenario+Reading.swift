import SubdialDocuments

extension Scenario {
    /// Reads a scenario from its YAML tree.
    init(_ root: YAMLNode, name: String, file: String, folder: String) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            root, file: file, owner: "a scenario",
            known: ["description", "speed", "seed", "loading", "control-delay", "artwork", "library", "zones", "script", "faults"]
        )
        self.name = name
        self.summary = try mapping.requiredString("description")
        self.speed = try mapping.number("speed", in: 0.001...10_000) ?? 1
        self.seed = UInt64(try mapping.integer("seed") ?? 1)
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
