import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialLayout
import SubdialTimeline
import SubdialWidgets

/// An encoded picture with its metadata.
struct DrawnPicture: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]
    /// The media type of the bytes.
    let mediaType: String
    /// The strong entity tag, with its quotes; different bytes have different tags.
    let tag: String
    /// The time of the last change of the bytes.
    let modified: Date
    /// The picture's size in points.
    let size: Size
    /// Pixels per point.
    let scale: Double
    let regions: [TapRegion]
    /// The text alternative of the picture, for screen readers.
    let label: String
    let freshness: Freshness
    /// The time at which the picture changes by itself or another entry is due; nil for never.
    let nextChange: Date?
    /// The shown entry.
    let entry: Entry
    /// The shown moment.
    let shown: Date

    /// True if the picture of `entry` at `now` would be the same.
    func isCurrent(for entry: Entry, at now: Date) -> Bool {
        entry == self.entry && now >= shown && (nextChange.map { now < $0 } ?? true)
    }

    /// The picture's tag, size, label and regions, as JSON.
    var description: JSONValue {
        func number(_ value: Double) -> JSONValue { value == value.rounded() ? .integer(Int64(saturating: value)) : .double(value) }
        return .object([
            JSONMember("etag", .string(tag)), JSONMember("width", number(size.width)), JSONMember("height", number(size.height)),
            JSONMember("scale", number(scale)), JSONMember("label", .string(label)), JSONMember("freshness", .string(freshness.rawValue)),
            JSONMember("problem", (entry.disclosed.problem?.message).map { .string($0) } ?? .null),
            JSONMember("nextChange", nextChange.map { .string($0.iso8601) } ?? .null),
            JSONMember(
                "regions",
                .array(regions.map { .object($0.members(label: TapIntent.label($0.intent))) })),
        ])
    }
}

extension [UInt8] {
    /// The strong entity tag of the bytes, with its quotes.
    var entityTag: String { "\"\(String(stableHash, radix: 16))-\(String(count, radix: 16))\"" }
}
