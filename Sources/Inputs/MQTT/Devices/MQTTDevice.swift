import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// A published device: a zone, or the data of a kind.
package struct MQTTDevice: Hashable, Sendable {
    /// A picture of the device.
    package struct Picture: Hashable, Sendable {
        /// The id, of letters, digits, `_` and `-`.
        package var id: String
        /// The display name.
        package var name: String
        /// True if its bytes are published; false for a URL at which it can be fetched.
        package var isByTopic: Bool

        /// Makes a picture; the name defaults to the id.
        package init(id: String, name: String? = nil, isByTopic: Bool) {
            self.id = id
            self.name = name ?? id
            self.isByTopic = isByTopic
        }
    }

    /// The id, of letters, digits, `_` and `-`, which is part of all its topics.
    package var id: String
    /// The display name.
    package var name: String
    /// The schema of its entries.
    package var schema: EntrySchema
    /// True for players, which have a volume and selectable zones.
    package var isPlayer: Bool
    /// The actions that the device accepts, as plain text.
    package var actions: [String]
    /// The units that the parameters of its kind decide, by the names of fields.
    package var units: [String: String] = [:]
    /// The names of the selectable zones; empty if there is no choice.
    package var zones: [String]
    /// By their ids, the names of those zones whose own name others have too.
    package var namesakes: [String: String] = [:]
    /// Its pictures.
    package var pictures: [Picture]
    /// True to publish private fields too.
    package var showsPrivate: Bool
    /// The names of the fields that Home Assistant shows; nil for those that are chosen by their types.
    package private(set) var chosenFields: [String]?

    /// The maximum number of fields that Home Assistant shows.
    package static let maximumEntities = 64

    /// The actions of players that take no value.
    private static let playerActions = ["play-pause", "play", "pause", "next", "previous", "stop"]

    /// Makes a device.
    package init(
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
    package var fields: [EntryField] {
        schema.fields.filter { $0.type != .image && (showsPrivate || $0.privacy == .public) }
    }

    /// The fields that Home Assistant shows: those of the data, without the parameters, without what only templates need, and without lists.
    package var entityFields: [EntryField] {
        guard let chosenFields else { return Array(fields.filter(\.isShownByDefault).prefix(Self.maximumEntities)) }
        return chosenFields.compactMap { name in fields.first { $0.name == name } }
    }

    /// Chooses the fields that Home Assistant shows.
    ///
    /// - Throws: ``MQTTFieldError`` if there is no such field, or it cannot be shown.
    package mutating func choose(fields names: [String]) throws(MQTTFieldError) {
        for name in names {
            guard let field = schema.fields.first(where: { $0.name == name }) else {
                let hint = Suggestion.hint(for: name, among: fields.filter(\.type.isEntity).map(\.name))
                throw MQTTFieldError(device: self.name, reason: "the kind '\(schema.kind)' has no field '\(name)'\(hint)")
            }
            guard field.type.isEntity else {
                throw MQTTFieldError(device: self.name, reason: "'\(name)' is of the type \(field.type.name), which has no single value")
            }
            guard fields.contains(where: { $0.name == name }) else {
                throw MQTTFieldError(device: self.name, reason: "'\(name)' is private; 'private: true' publishes such fields")
            }
        }
        chosenFields = names
    }

    /// An id derived from a name: ASCII letters, digits, `_` and `-`, in lower case.
    ///
    /// Names that differ only in removed characters have different ids.
    package static func id(of name: String) -> String {
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

/// The error of a field that Home Assistant cannot show.
package struct MQTTFieldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the device.
    let device: String
    /// The problem, and its solution.
    let reason: String

    /// Both, on one line.
    package var description: String { "the fields of the MQTT device '\(device)': \(reason)" }
}

extension MQTTFieldError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .badData }
}

extension EntryField {
    fileprivate var isShownByDefault: Bool {
        guard !isParameter else { return false }
        return switch type {
        case .color, .symbol, .zone: false
        default: type.isEntity
        }
    }
}

extension FieldType {
    /// True if a value of the type can be a state of Home Assistant.
    var isEntity: Bool {
        switch self {
        case .image, .list, .map: false
        default: true
        }
    }
}
