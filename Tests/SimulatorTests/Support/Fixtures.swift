import FoundationEssentials
import SubdialDocuments

@testable import SubdialSimulator

/// The project's `Fixtures` folder.
enum Fixtures {
    static let folder =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path() + "/Fixtures"

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: folder + "/" + path))) }

    /// A captured response.
    static func bridge(_ name: String) throws -> JSONValue {
        struct NotJSON: Error {}
        guard let json = JSONValue(comparable: try bytes("bridge/\(name).json")) else { throw NotJSON() }
        return json
    }

    static func scenario(_ name: String) throws -> Scenario { try Scenario.load(folder + "/scenarios/\(name).yaml") }

    /// A scenario from text, with the pictures of the fixtures.
    static func scenario(yaml: String) throws -> Scenario {
        try Scenario(yaml: "description: test\n" + yaml, folder: folder + "/scenarios")
    }
}

extension JSONValue {
    /// The value of a text with its keys sorted and whole numbers as integers, so that equal contents are equal; nil if it is invalid.
    init?(comparable bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        self = value.comparable
    }

    private var comparable: JSONValue {
        switch self {
        case .double(let number): .number(number)
        case .array(let values): .array(values.map(\.comparable))
        case .object(let members): .object(members.map { JSONMember($0.key, $0.value.comparable) }.sorted { $0.key < $1.key })
        default: self
        }
    }

    /// The value without some keys of the outermost object.
    func without(_ keys: String...) -> JSONValue { without(keys) }

    /// The value without some keys of the outermost object.
    func without(_ keys: [String]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }

    /// The paths of all keys, such as `zones[].zone_id`.
    var keyPaths: Set<String> {
        switch self {
        case .object(let members):
            members.reduce(into: []) { paths, member in
                paths.insert(member.key)
                paths.formUnion(member.value.keyPaths.map { $0.hasPrefix("[]") ? member.key + $0 : member.key + "." + $0 })
            }
        case .array(let values): values.reduce(into: []) { $0.formUnion($1.keyPaths.map { "[]." + $0 }) }
        default: []
        }
    }

    /// The keys of the outermost object.
    var keys: Set<String> {
        if case .object(let members) = self { Set(members.map(\.key)) } else { [] }
    }

    /// A member by a path, such as `zones.0.volume_control`.
    func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self) { value, key in
            if let index = Int(key), case .array(let values)? = value {
                values.indices.contains(index) ? values[index] : nil
            } else {
                value?[String(key)]
            }
        }
    }

    /// The list entry with an id.
    func zone(_ id: String) -> JSONValue? {
        guard case .array(let zones)? = self["zones"] else { return nil }
        return zones.first { $0["zone_id"] == .string(id) }
    }
}
