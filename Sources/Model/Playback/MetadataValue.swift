/// A value of a source's additional metadata, whose keys are MPRIS names such as `xesam:genre`.
public enum MetadataValue: Hashable, Sendable, Codable {
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case texts([String])
}
