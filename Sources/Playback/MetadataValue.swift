/// A value of what a source tells beyond the fields that every source has, under names of MPRIS such as `xesam:genre`.
public enum MetadataValue: Hashable, Sendable, Codable {
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case texts([String])
}
