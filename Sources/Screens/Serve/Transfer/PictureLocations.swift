import SubdialDocuments
import SubdialTimeline

/// The pictures in the JSON of an entry: fields of type image, and values that templates treat as a picture by their name.
enum PictureLocations {
    /// The path for a picture that a mirror does not have; no such file exists.
    static let missing = "../covers/missing"

    /// The entry with replaced locations of pictures.
    ///
    /// - Parameter fields: The fields of its kind; other members are searched too.
    static func replacing(_ entry: JSONValue, fields: [EntryField], _ replace: (String) -> String) -> JSONValue {
        guard case .object(let members) = entry else { return entry }
        return .object(
            members.map { member in
                let type = fields.first { $0.name == member.key }?.type ?? (member.key == "artwork" ? .image : .any)
                return JSONMember(member.key, replacing(member.value, of: type, replace))
            })
    }

    /// The locations in a field that is no picture itself.
    static func inLists(of json: JSONValue?, _ type: FieldType) -> [String] {
        var found: [String] = []
        if let json, type != .image {
            _ = replacing(json, of: type) { location in
                found.append(location)
                return location
            }
        }
        return found
    }

    /// The value with replaced locations.
    static func replacing(_ json: JSONValue, of type: FieldType, _ replace: (String) -> String) -> JSONValue {
        switch (json, type) {
        case (.string(let text), .image) where !text.isEmpty: .string(replace(text))
        case (.array(let items), .list(let type)): .array(items.map { replacing($0, of: type, replace) })
        case (.array(let items), .any), (.array(let items), .map([])): .array(items.map { replacing($0, of: .any, replace) })
        case (.object(let members), .map(let fields)) where !fields.isEmpty:
            .object(
                members.map { member in
                    guard let field = fields.first(where: { $0.name == member.key }) else { return member }
                    return JSONMember(member.key, replacing(member.value, of: field.name == "artwork" ? .image : field.type, replace))
                })
        case (.object(let members), .map), (.object(let members), .any):
            .object(members.map { JSONMember($0.key, replacing($0.value, of: $0.key == "artwork" ? .image : .any, replace)) })
        default: json
        }
    }
}
