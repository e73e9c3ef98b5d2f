import SubdialExpressions

/// A field of a kind: its name, its type and its properties.
public struct EntryField: Hashable, Sendable {
    /// The visibility of a field while private data are hidden.
    public enum Privacy: String, Hashable, Sendable, CaseIterable {
        case `public`, `private`
    }

    /// The name in files and expressions.
    public var name: String
    /// The type of the value.
    public var type: FieldType
    /// True if an entry may omit the field.
    public var isOptional: Bool
    /// A sample value for placeholders, galleries and checks.
    public var sample: Value
    /// The default value if an entry file omits it; nil for none.
    public var standard: Value?
    /// The displayed unit of a number: `°C`, `GB`.
    public var unit: String?
    /// The visibility while private data are hidden.
    public var privacy: Privacy
    /// A one-sentence description for editors.
    public var summary: String?
    /// The error message for a missing value; nil for a general one.
    public var missingMessage: String?
    /// The name for people; nil for one made of ``name``.
    package var label: String?
    /// What a number or a flag measures, beyond what type and unit say.
    package var fieldClass: FieldClass?
    /// True for the value of a kind's parameter.
    package var isParameter = false

    /// The sample, by default composed of the samples of a map's members; `Value.missing` for none.
    public var wholeSample: Value {
        guard sample == .missing, case .map(let members) = type else { return sample }
        var values: [String: Value] = [:]
        for member in members {
            let value = member.wholeSample
            if value != .missing { values[member.name] = value }
        }
        return values.isEmpty ? .missing : .map(values)
    }

    /// Creates a field.
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
