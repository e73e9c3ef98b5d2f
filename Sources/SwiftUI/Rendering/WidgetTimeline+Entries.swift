import Foundation
import SubdialBasics
import SubdialExpressions
import SubdialTimeline
import SubdialWidgetKit

extension WidgetTimeline {
    /// The timeline in Subdial's own form, whose text `subdial timeline` and snapshots have.
    ///
    /// The fields of its entries are the plain properties of the provider's: texts, numbers, truths, dates and choices. Others are left out.
    ///
    /// - Parameter kind: The kind of the widget.
    package func timeline(ofKind kind: String) -> SubdialTimeline.Timeline {
        let values = entries.map { PlainValues(of: $0.value).values }
        var types: [String: FieldType] = [:]
        for (name, value) in values.joined() {
            let type = FieldType.type(of: value)
            types[name] = types[name].map { $0 == type ? type : .any } ?? type
        }
        let fields = types.sorted { $0.key < $1.key }.map { EntryField($0.key, $0.value, isOptional: true) }
        let schema = EntrySchema(kind: kind, fields: fields)
        let entries = zip(entries, values).map { entry, values in
            SubdialTimeline.Entry(
                date: entry.date, schema: schema,
                relevance: entry.relevance.map { EntryRelevance(score: Double($0.score), duration: $0.duration) },
                content: EntryFields(values: Dictionary(values) { first, _ in first }))
        }
        return SubdialTimeline.Timeline(entries: entries, policy: policy.subdialPolicy)
    }
}

extension TimelineReloadPolicy {
    fileprivate var subdialPolicy: ReloadPolicy {
        switch kind {
        case .atEnd: .atEnd
        case .never: .never
        case .after(let date): .after(date)
        }
    }
}

/// The properties of an entry that can be told as text, in the order of their declaration.
private struct PlainValues {
    private(set) var values: [(String, Value)] = []

    /// Names that an entry file uses itself.
    private static let reserved: Set = ["date", "kind", "connection", "lastContact", "subject", "relevance"]

    init(of entry: Any) {
        for child in Mirror(reflecting: entry).children {
            guard let name = child.label, !Self.reserved.contains(name), let value = Self.value(child.value) else { continue }
            values.append((name, value))
        }
    }

    private static func value(_ property: Any) -> Value? {
        switch property {
        case let text as String: return .string(text)
        case let flag as Bool: return .bool(flag)
        case let number as any BinaryInteger: return Int64(exactly: number).map { .integer($0) }
        case let number as any BinaryFloatingPoint: return .double(Double(number))
        case let date as Date: return .date(date)
        case let url as URL: return .string(url.absoluteString)
        default: break
        }
        let mirror = Mirror(reflecting: property)
        switch mirror.displayStyle {
        case .optional?: return mirror.children.first.flatMap { value($0.value) }
        case .enum? where mirror.children.isEmpty: return .string("\(property)")
        default: return nil
        }
    }
}
