import FoundationEssentials
import SubdialExpressions

/// A scope that adds the names of a loop: its variable, `index` and `last`.
struct LoopScope: Scope {
    private let values: [String: Value]
    private let outer: any Scope

    /// Creates the scope of the item at `index` of `items`.
    init(_ loop: Loop, item index: Int, of items: [Value], in outer: any Scope) {
        self.outer = outer
        values = ["index": .integer(Int64(index)), "last": .bool(index == items.count - 1)].merging([loop.variable: items[index]]) { $1 }
    }

    func value(of name: String) -> Value? { values[name] ?? outer.value(of: name) }
    var names: [String] { outer.names + values.keys }
    var dialect: Dialect { outer.dialect }
    var timeZones: TimeZones { outer.timeZones }
    var changes: NextChange? { outer.changes }
    func nextChange(of name: String) -> Date? { values[name] == nil ? outer.nextChange(of: name) : nil }
    func rate(of name: String) -> Double? { values[name] == nil ? outer.rate(of: name) : nil }
}

/// A type-erased scope.
struct AnyScope: Scope {
    private let scope: any Scope

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
