import Expressions
import Numbers
import Timeline

/// A subject that is published: a zone, or the data of a kind.
public struct MQTTDevice: Hashable, Sendable {
    /// A picture of the device.
    public struct Picture: Hashable, Sendable {
        /// The id, of letters, digits, `_` and `-`.
        public var id: String
        /// The name for people.
        public var name: String
        /// True where its bytes are published; false for an address at which it is fetched.
        public var isByTopic: Bool

        /// Makes a picture; without `name` it is called by its id.
        public init(id: String, name: String? = nil, isByTopic: Bool) {
            self.id = id
            self.name = name ?? id
            self.isByTopic = isByTopic
        }
    }

    /// The id, of letters, digits, `_` and `-`, which is in all of its topics.
    public var id: String
    /// The name for people.
    public var name: String
    /// The schema of its entries.
    public var schema: EntrySchema
    /// True for players: they have a volume, and zones to choose from.
    public var isPlayer: Bool
    /// What it can be told to do, in plain words.
    public var actions: [String]
    /// The zones that can be chosen, by name; none where there is no choice.
    public var zones: [String]
    /// Its pictures.
    public var pictures: [Picture]
    /// True to publish fields that are private, too.
    public var showsPrivate: Bool

    /// What players can be told to do without a value.
    public static let playerActions = ["play-pause", "play", "pause", "next", "previous", "stop", "mute"]

    /// Makes a device.
    public init(
        id: String, name: String, schema: EntrySchema, isPlayer: Bool, actions: [String] = [], zones: [String] = [],
        pictures: [Picture] = [], showsPrivate: Bool = false
    ) {
        self.id = id
        self.name = name
        self.schema = schema
        self.isPlayer = isPlayer
        self.actions = isPlayer ? Self.playerActions : actions
        self.zones = zones
        self.pictures = pictures
        self.showsPrivate = showsPrivate
    }

    /// The fields that are published.
    public var fields: [EntryField] {
        schema.fields.filter { $0.type != .image && (showsPrivate || $0.privacy == .public) }
    }

    /// An id made of a name: letters, digits, `_` and `-` of ASCII, in lower case.
    ///
    /// Names that are the same but for what was left out have different ids.
    public static func id(of name: String) -> String {
        var id = ""
        var isWhole = true
        for scalar in name.unicodeScalars {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-".unicodeScalars.contains(scalar))
            if isPlain {
                id += String(scalar).lowercased()
            } else {
                isWhole = isWhole && scalar == " "
                if id.last != "_" { id += "_" }
            }
        }
        id = String(id.prefix(40))
        let letters = id.contains { $0 != "_" } ? id : "device"
        return isWhole && id.count == name.unicodeScalars.count ? letters : "\(letters)_\(String(name.stableHash, radix: 36).prefix(6))"
    }
}
