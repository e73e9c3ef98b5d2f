import SubdialExpressions
import SubdialTimeline

/// Makes the values of fields from those of a document.
///
/// An element of a list or a member of a map that does not fit is omitted, and is a mismatch; a whole value that does not fit is an error.
struct FieldMaker {
    /// The name of an element or a map in the expressions of its members.
    static let itemName = "item"

    /// True for a sample: it already is a value of the field, and each of its parts must fit.
    private let isSample: Bool
    private let conversion: FieldConversion
    /// The parts that were omitted in order.
    private(set) var mismatches: [FieldMismatch] = []

    /// - Parameter isSample: True for samples: `map` and the expressions of members do not apply, and each part must fit.
    init(_ conversion: FieldConversion = FieldConversion(.lenient), isSample: Bool = false) {
        self.conversion = conversion
        self.isSample = isSample
    }

    /// Converts a value of a document to the type of the field.
    ///
    /// - Parameters:
    ///   - path: The position of the value.
    ///   - scope: The variables for the expressions of members.
    mutating func value(
        of field: KindField, _ raw: Value, at path: String, in scope: DictionaryScope
    ) throws(FieldMismatch) -> Value {
        var raw = raw
        if !isSample, !field.map.isEmpty {
            guard raw != .missing || field.map["null"] != nil else { return field.standard ?? .missing }
            let key = raw == .missing ? "null" : raw.text
            guard let mapped = field.map[key] ?? field.map["default"] else {
                throw FieldMismatch(path: path, reason: "'map' has no value for '\(key)', and no default")
            }
            raw = mapped
        }
        let value = try converted(raw, field, path, scope)
        return value == .missing ? field.standard ?? .missing : value
    }

    private mutating func converted(
        _ raw: Value, _ field: KindField, _ path: String, _ scope: DictionaryScope
    ) throws(FieldMismatch) -> Value {
        switch (field.field.type, raw) {
        case (.list(let element), .list(let values)): return .list(try list(values, of: element, field.members, path, scope))
        case (.map, .missing) where field.members.contains(where: { $0.from != nil }) && !isSample:
            // A map may consist of expressions alone.
            let value = try map(.map([:]), field.members, index: nil, path, scope)
            guard case .map(let members) = value, members.values.contains(where: { $0 != .missing }) else { return .missing }
            return value
        case (_, .missing): return .missing
        case (.map, _) where !field.members.isEmpty: return try map(raw, field.members, index: nil, path, scope)
        default: return try conversion.value(raw, as: field.field.type, at: path)
        }
    }

    private mutating func list(
        _ values: [Value], of element: FieldType, _ members: [KindField], _ path: String, _ scope: DictionaryScope
    ) throws(FieldMismatch) -> [Value] {
        var list: [Value] = []
        list.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            let place = "\(path)[\(index)]"
            do throws(FieldMismatch) {
                if case .map = element, value == .missing {
                    throw FieldMismatch(path: place, reason: "an object should stand here, not null")
                }
                let made =
                    members.isEmpty
                    ? try conversion.value(value, as: element, at: place) : try map(value, members, index: index, place, scope)
                list.append(made)
            } catch {
                try omit(error)
                // A list of maps has no gaps, as templates read the members of each element.
                if case .map = element { continue }
                list.append(.missing)
            }
        }
        return list
    }

    /// - Parameter index: The number of the map in its list; nil outside of a list.
    private mutating func map(
        _ raw: Value, _ members: [KindField], index: Int?, _ path: String, _ scope: DictionaryScope
    ) throws(FieldMismatch) -> Value {
        let isComputed = !isSample && members.contains { $0.from != nil }
        var own: [String: Value] = [:]
        if case .map(let values) = raw {
            own = values
        } else if !isComputed {
            return try conversion.value(raw, as: .map(members.map(\.field)), at: path)
        }
        var scope = scope
        if isComputed {
            scope.values[Self.itemName] = raw
            if let index { scope.values["index"] = .integer(Int64(index)) }
        }
        var made: [String: Value] = [:]
        for member in members {
            let name = member.field.name
            let place = "\(path).\(name)"
            do throws(FieldMismatch) {
                var value = own[name] ?? .missing
                if !isSample, let from = member.from { value = try evaluate(from, in: scope, place) }
                made[name] = try self.value(of: member, value, at: place, in: scope)
            } catch {
                try omit(error)
                made[name] = member.standard ?? .missing
            }
            if isComputed { scope.values[name] = made[name] }
        }
        return .map(made)
    }

    private mutating func evaluate(
        _ expression: KindExpression, in scope: DictionaryScope, _ path: String
    ) throws(FieldMismatch) -> Value {
        var omitted: [ExpressionError] = []
        defer { mismatches += omitted.map { FieldMismatch(path: path, reason: $0.reason) } }
        do throws(ExpressionError) {
            return try expression.value(in: scope, omitted: &omitted)
        } catch {
            throw FieldMismatch(path: path, reason: error.reason)
        }
    }

    /// Records a part that does not fit.
    private mutating func omit(_ mismatch: FieldMismatch) throws(FieldMismatch) {
        guard !isSample else { throw mismatch }
        mismatches.append(mismatch)
    }
}
