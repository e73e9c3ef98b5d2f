import SubdialDocuments

extension Scenario.Zone {
    init(_ node: YAMLNode, file: String, gallery: Gallery) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            node, file: file, owner: "a zone",
            known: [
                "id", "name", "source", "state", "volume", "output", "output-name", "device", "dsp", "queue", "track", "position", "repeat",
                "present", "described", "allowed",
            ]
        )
        id = try mapping.requiredString("id")
        name = try mapping.requiredString("name")
        guard let source = try mapping.choice("source", of: Scenario.Source.self) ?? Scenario.Source(zoneID: id) else {
            throw mapping.wrong("id", expected: "one that begins with its source, such as 'roon:1', or the zone needs the key 'source'")
        }
        self.source = source
        state = try mapping.choice("state", of: Scenario.PlayState.self) ?? .stopped
        // Only Roon has outputs with ids and names separate from its zones.
        outputID = try mapping.string("output") ?? (source == .roon ? id.replacingPrefix("roon:16", with: "roon:17") : id)
        outputName = try mapping.string("output-name") ?? name
        device = try mapping.string("device")
        repeats = try mapping.bool("repeat") ?? true
        present = try mapping.bool("present") ?? true
        described = try mapping.bool("described") ?? true
        allowed = try mapping.controls("allowed")
        volume =
            try mapping.node("volume").map { node throws(ScenarioError) in
                try Scenario.Volume(node, file: file, source: source)
            } ?? .fixed
        dsp = try mapping.node("dsp").map { node throws(ScenarioError) in try Scenario.DSP(node, file: file) }

        var queue: [Scenario.Track] = []
        for node in try mapping.list("queue") { queue.append(try Scenario.Track(node, file: file, gallery: gallery)) }
        self.queue = queue
        track = (try mapping.integer("track", in: 1...max(1, queue.count)) ?? 1) - 1
        position = try mapping.seconds("position") ?? .zero
    }
}

extension Scenario.Source {
    /// The source in the prefix of an id, before the first colon; Roon for an id without a colon.
    init?(zoneID: String) {
        let parts = zoneID.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(rawValue: parts.count == 2 ? String(parts[0]) : "roon")
    }
}

extension Scenario.Volume {
    /// A zone without volume control.
    fileprivate static let fixed = Scenario.Volume(kind: .fixed, value: 0, minimum: 0, maximum: 0, step: 1, muted: false, told: nil)

    init(_ node: YAMLNode, file: String, source: Scenario.Source) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            node, file: file, owner: "a volume", known: ["kind", "value", "minimum", "maximum", "step", "muted", "told"]
        )
        guard let kind = try mapping.choice("kind", of: Kind.self) else {
            throw .missingKey(mapping.place, key: "kind", of: "a volume")
        }
        self.kind = kind
        let decibels = kind == .db
        // Roon's usual range in decibels, or else a scale from 0 to 100. The bridge uses a fixed step of 2.5 for LMS.
        minimum = try mapping.number("minimum") ?? (decibels ? -80 : 0)
        maximum = try mapping.number("maximum", in: minimum...1e9) ?? (decibels ? max(0, minimum) : max(100, minimum))
        step = try mapping.number("step", in: 0.001...1000) ?? (decibels ? 0.5 : source == .lms ? 2.5 : 1)
        value = try mapping.number("value", in: minimum...maximum) ?? minimum
        muted = try mapping.bool("muted") ?? false
        told = try mapping.bool("told")
    }
}

extension Scenario.Bridge {
    init(_ node: YAMLNode, file: String) throws(ScenarioError) {
        let mapping = try ScenarioMapping(node, file: file, owner: "a bridge", known: ["version", "locked"])
        version = try mapping.string("version")
        let parts = (version ?? "0.0").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.prefix(2).allSatisfy({ Int($0) != nil }) else {
            throw mapping.wrong("version", expected: "a version such as 3.7.0")
        }
        locked = try mapping.bool("locked") ?? false
    }
}

extension Scenario.DSP {
    init(_ node: YAMLNode, file: String) throws(ScenarioError) {
        let mapping = try ScenarioMapping(node, file: file, owner: "a dsp", known: ["instance", "pipeline", "profiles"])
        instance = try mapping.string("instance")
        pipeline = try mapping.string("pipeline")
        profiles = try mapping.string("profiles")
    }
}

extension Scenario.Track {
    init(_ node: YAMLNode, file: String, gallery: Gallery) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            node, file: file, owner: "a track", known: ["title", "artist", "album", "length", "artwork"]
        )
        title = try mapping.string("title") ?? ""
        artist = try mapping.string("artist") ?? ""
        album = try mapping.string("album") ?? ""
        let length = try mapping.seconds("length")
        // Shorter tracks could end any number of times at a single instant.
        if let length, length > .zero, length < .seconds(0.05) {
            throw mapping.wrong("length", expected: "0 (a stream), or a number of at least 0.05")
        }
        self.length = length
        if let name = try mapping.string("artwork") {
            guard let artwork = gallery.artwork(name) else {
                throw .unknownName(mapping.place(of: "artwork"), kind: "picture", name: name, nearest: nil)
            }
            self.artwork = artwork
        } else {
            artwork = nil
        }
    }
}

extension String {
    /// The text with its prefix replaced, if it has that prefix.
    fileprivate func replacingPrefix(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}
