import Expressions
import Numbers
import Timeline

/// A published device: a zone, or the data of a kind.
public struct MQTTDevice: Hashable, Sendable {
    /// A picture of the device.
    public struct Picture: Hashable, Sendable {
        /// The id, of letters, digits, `_` and `-`.
        public var id: String
        /// The display name.
        public var name: String
        /// True if its bytes are published; false for a URL at which it can be fetched.
        public var isByTopic: Bool

        /// Makes a picture; the name defaults to the id.
        public init(id: String, name: String? = nil, isByTopic: Bool) {
            self.id = id
            self.name = name ?? id
            self.isByTopic = isByTopic
        }
    }

    /// The id, of letters, digits, `_` and `-`, which is part of all its topics.
    public var id: String
    /// The display name.
    public var name: String
    /// The schema of its entries.
    public var schema: EntrySchema
    /// True for players, which have a volume and selectable zones.
    public var isPlayer: Bool
    /// The actions that the device accepts, as plain text.
    public var actions: [String]
    /// The names of the selectable zones; empty if there is no choice.
    public var zones: [String]
    /// Its pictures.
    public var pictures: [Picture]
    /// True to publish private fields too.
    public var showsPrivate: Bool

    /// The actions of players that take no value.
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

    /// The published fields.
    public var fields: [EntryField] {
        schema.fields.filter { $0.type != .image && (showsPrivate || $0.privacy == .public) }
    }

    /// An id derived from a name: ASCII letters, digits, `_` and `-`, in lower case.
    ///
    /// Names that differ only in removed characters have different ids.
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
