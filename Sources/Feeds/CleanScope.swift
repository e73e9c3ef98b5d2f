import Expressions
import Timeline

/// An entry's scope with clean texts, so that only what a template's author writes can break a line.
struct CleanScope: Scope {
    let base: EntryScope

    func value(of name: String) -> Value? { base.value(of: name)?.cleaned }
    var names: [String] { base.names }
}

extension Value {
    fileprivate var cleaned: Value {
        switch self {
        case .string(let text): .string(text.cleaned().trimmed())
        case .list(let values): .list(values.map(\.cleaned))
        case .map(let members): .map(members.mapValues(\.cleaned))
        case .missing, .bool, .integer, .double, .duration, .date: self
        }
    }
}
