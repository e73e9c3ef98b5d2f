import FoundationEssentials
import SubdialSystem

/// The contents of an `.intentdefinition` file, as far as they say which types Xcode makes of it.
struct IntentDefinition: Decodable, Sendable {
    /// The enumerations.
    let enums: [Enumeration]?
    /// The types of objects.
    let types: [Object]?
    let intents: [Intent]?

    enum CodingKeys: String, CodingKey {
        case enums = "INEnums"
        case types = "INTypes"
        case intents = "INIntents"
    }

    /// The maximum size of a file, in bytes.
    private static let maximumSize = 16 << 20

    /// Reads a file.
    ///
    /// - Throws: ``AdoptionError`` for a file that is no property list of this form.
    init(reading path: String) throws(AdoptionError) {
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: path, limit: Self.maximumSize, accepting: .regular)
        } catch {
            throw AdoptionError(.missingInput, "\(path): the definition of intents cannot be read: \(error.reason)")
        }
        let definition = try? PropertyListDecoder().decode(Self.self, from: Data(bytes))
        guard let definition, definition.intents != nil || definition.types != nil || definition.enums != nil else {
            throw AdoptionError(
                .badData, "\(path): this is no definition of intents, which is a property list with INIntents; write it again with Xcode")
        }
        self = definition
    }

    struct Enumeration: Decodable, Sendable {
        let name: String
        let values: [Value]?

        enum CodingKeys: String, CodingKey {
            case name = "INEnumName"
            case values = "INEnumValues"
        }

        struct Value: Decodable, Sendable {
            let name: String
            /// The raw value; 0 if it is not there.
            let index: Int?

            enum CodingKeys: String, CodingKey {
                case name = "INEnumValueName"
                case index = "INEnumValueIndex"
            }
        }
    }

    struct Object: Decodable, Sendable {
        let name: String
        let properties: [Property]?

        enum CodingKeys: String, CodingKey {
            case name = "INTypeName"
            case properties = "INTypeProperties"
        }

        struct Property: Decodable, Sendable {
            let member: Member
            /// True for a property that every object has.
            let isInherited: Bool

            init(from decoder: any Decoder) throws {
                member = try Member(decoder, prefix: "INTypeProperty")
                isInherited =
                    try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: Key("INTypePropertyDefault")) ?? false
            }
        }
    }

    struct Intent: Decodable, Sendable {
        let name: String
        let prefix: String?
        let category: String?
        let parameters: [Parameter]?
        let response: Response?

        enum CodingKeys: String, CodingKey {
            case name = "INIntentName"
            case prefix = "INIntentClassPrefix"
            case category = "INIntentCategory"
            case parameters = "INIntentParameters"
            case response = "INIntentResponse"
        }

        struct Parameter: Decodable, Sendable {
            let member: Member

            init(from decoder: any Decoder) throws { member = try Member(decoder, prefix: "INIntentParameter") }
        }

        /// True for an intent of the system, whose class is in the framework.
        var isOfTheSystem: Bool { category == "system" }
        /// The name of the class.
        var className: String { (prefix ?? "") + name + "Intent" }
    }

    struct Response: Decodable, Sendable {
        let codes: [Code]?
        let parameters: [Parameter]?

        enum CodingKeys: String, CodingKey {
            case codes = "INIntentResponseCodes"
            case parameters = "INIntentResponseParameters"
        }

        struct Code: Decodable, Sendable {
            let name: String?

            enum CodingKeys: String, CodingKey { case name = "INIntentResponseCodeName" }
        }

        struct Parameter: Decodable, Sendable {
            let member: Member

            init(from decoder: any Decoder) throws { member = try Member(decoder, prefix: "INIntentResponseParameter") }
        }
    }

    /// A parameter of an intent or of its response, or a property of a type.
    struct Member: Sendable {
        let name: String
        /// The type by the name that a definition gives it, such as `Integer`.
        let type: String
        let enumeration: String?
        let object: String?
        let isList: Bool
        let start: Start?

        /// - Parameter prefix: The beginning of the keys, which is not the same everywhere.
        init(_ decoder: any Decoder, prefix: String) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name = try container.decode(String.self, forKey: Key(prefix + "Name"))
            type = try container.decode(String.self, forKey: Key(prefix + "Type"))
            enumeration = try container.decodeIfPresent(String.self, forKey: Key(prefix + "EnumType"))
            object = try container.decodeIfPresent(String.self, forKey: Key(prefix + "ObjectType"))
            isList = try container.decodeIfPresent(Bool.self, forKey: Key(prefix + "SupportsMultipleValues")) ?? false
            let metadata = try? container.nestedContainer(keyedBy: Key.self, forKey: Key(prefix + "Metadata"))
            start = try metadata?.decodeIfPresent(Start.self, forKey: Key(prefix + "MetadataDefaultValue"))
        }
    }

    /// The value of a parameter in a widget that nobody has configured.
    enum Start: Decodable, Sendable, Hashable {
        case truth(Bool)
        case integer(Int)
        case number(Double)
        case text(String)
        /// A value of another form, which has no literal.
        case other

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.singleValueContainer() else {
                self = .other
                return
            }
            if let value = try? container.decode(Bool.self) {
                self = .truth(value)
            } else if let value = try? container.decode(Int.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self), value.isFinite {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else {
                self = .other
            }
        }
    }

    /// A key that is not known before.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
