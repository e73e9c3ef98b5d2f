import FoundationEssentials

/// The scope of an expression that is evaluated for each row of a list: the row by its name, its `index` from 0, and the variables around it.
struct RowScope: Scope {
    static let indexName = "index"

    var row = Value.missing
    var index = 0
    private let item: String
    private let outer: any Scope

    init(_ outer: any Scope, item: String) {
        self.outer = outer
        self.item = item
    }

    var names: [String] { [item, Self.indexName] + outer.names }
    var dialect: Dialect { outer.dialect }
    var hasOpenMaps: Bool { outer.hasOpenMaps }
    var timeZones: TimeZones { outer.timeZones }
    var changes: NextChange? { outer.changes }

    func value(of name: String) -> Value? {
        name == item ? row : name == Self.indexName ? .integer(Int64(index)) : outer.value(of: name)
    }

    func nextChange(of name: String) -> Date? { isOwn(name) ? nil : outer.nextChange(of: name) }
    func rate(of name: String) -> Double? { isOwn(name) ? nil : outer.rate(of: name) }

    private func isOwn(_ name: String) -> Bool { name == item || name == Self.indexName }
}
