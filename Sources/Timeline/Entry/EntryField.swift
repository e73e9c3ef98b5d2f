import Expressions

/// A field of a kind: what entries of the kind have under a name.
public struct EntryField: Hashable, Sendable {
    /// What may be seen of a field where private data are hidden.
    public enum Privacy: String, Hashable, Sendable, CaseIterable {
        case `public`, `private`
    }

    /// The name, in files and in expressions.
    public var name: String
    /// The type of the value.
    public var type: FieldType
    /// True where an entry may be without it.
    public var isOptional: Bool
    /// A value as it could be: for placeholders, galleries and checks.
    public var sample: Value
    /// The value of an entry file that has none; nil for no value.
    public var standard: Value?
    /// The unit of a number, for people: `°C`, `GB`.
    public var unit: String?
    /// What of it may be seen where private data are hidden.
    public var privacy: Privacy
    /// A sentence about it, for editors.
    public var summary: String?
    /// The message where it is missing from a file; nil for a general one.
    public var missingMessage: String?

    /// The sample, which a map without one has from its members; `Value.missing` where there is none.
    public var wholeSample: Value {
        guard sample == .missing, case .map(let members) = type else { return sample }
        var values: [String: Value] = [:]
        for member in members {
            let value = member.wholeSample
            if value != .missing { values[member.name] = value }
        }
        return values.isEmpty ? .missing : .map(values)
    }

    /// Makes a field.
    public init(
        _ name: String, _ type: FieldType, isOptional: Bool = false, sample: Value = .missing, standard: Value? = nil, unit: String? = nil,
        privacy: Privacy = .public, summary: String? = nil, missingMessage: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.sample = sample
        self.standard = standard
        self.unit = unit
        self.privacy = privacy
        self.summary = summary
        self.missingMessage = missingMessage
    }
}
