import FoundationEssentials
import SubdialExpressions

/// A scope that adds the values that a template gives a part by `with`.
struct PartScope: Scope {
    private let values: [String: Value]
    /// The names that stand for a variable outside, whose changes are theirs.
    private let aliases: [String: String]
    private let outer: any Scope

    /// Evaluates the values of `with` in the scope where the part stands.
    init(_ with: TemplateValue, _ expander: Expander, in outer: any Scope, _ path: String) throws {
        var (values, aliases): ([String: Value], [String: String]) = ([:], [:])
        for member in with.members {
            if let variable = member.value.variable {
                aliases[member.key] = variable
            } else {
                values[member.key] = try member.value.plainValue ?? expander.value(member.value, outer, path)
            }
        }
        (self.values, self.aliases, self.outer) = (values, aliases, outer)
    }

    func value(of name: String) -> Value? { values[name] ?? outer.value(of: aliases[name] ?? name) }
    var names: [String] { outer.names + values.keys + aliases.keys }
    var dialect: Dialect { outer.dialect }
    var timeZones: TimeZones { outer.timeZones }
    var changes: NextChange? { outer.changes }
    func nextChange(of name: String) -> Date? { values[name] == nil ? outer.nextChange(of: aliases[name] ?? name) : nil }
    func rate(of name: String) -> Double? { values[name] == nil ? outer.rate(of: aliases[name] ?? name) : nil }
}

extension TemplateValue {
    /// The members of a map; none for any other value.
    var members: [Member] { if case .map(let members) = kind { members } else { [] } }

    /// The number or the Boolean that a scalar without quotes is; nil for any other value.
    fileprivate var plainValue: Value? {
        guard case .scalar(_, isPlain: true) = kind, let literal else { return nil }
        switch literal {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return Int64(literal).map(Value.integer) ?? Double(literal).flatMap { $0.isFinite ? .double($0) : nil }
        }
    }
}
