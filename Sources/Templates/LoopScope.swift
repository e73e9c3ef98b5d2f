import Expressions
import FoundationEssentials

/// A scope with the variable of a loop in front.
struct LoopScope: Scope {
    let variable: String
    let value: Value
    let outer: any Scope

    func value(of name: String) -> Value? { name == variable ? value : outer.value(of: name) }
    var names: [String] { outer.names + [variable] }
    var dialect: Dialect { outer.dialect }
    var timeZones: TimeZones { outer.timeZones }
    var changes: NextChange? { outer.changes }
    func nextChange(of name: String) -> Date? { name == variable ? nil : outer.nextChange(of: name) }
    func rate(of name: String) -> Double? { name == variable ? nil : outer.rate(of: name) }
}

/// Lets a scope of any type stand where one of a known type is wanted.
struct AnyScope: Scope {
    let scope: any Scope

    init(_ scope: any Scope) {
        self.scope = scope
    }

    func value(of name: String) -> Value? { scope.value(of: name) }
    var names: [String] { scope.names }
    var dialect: Dialect { scope.dialect }
    var timeZones: TimeZones { scope.timeZones }
    var changes: NextChange? { scope.changes }
    func nextChange(of name: String) -> Date? { scope.nextChange(of: name) }
    func rate(of name: String) -> Double? { scope.rate(of: name) }
}
