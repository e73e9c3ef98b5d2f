import SubdialBasics
import SubdialExpressions
import SubdialLayout

/// The type of a key's value.
///
/// The checker, the expander and the JSON Schema are all based on the one table of keys and types.
indirect enum ArgumentType: Sendable {
    /// A number in the range.
    case number(ClosedRange<Double>)
    /// A number or `infinity`.
    case length
    case integer(ClosedRange<Int>)
    case text
    case truth
    /// One of these keywords.
    case word([String])
    case color
    /// An expression without braces; the checker parses it separately.
    case expression
    /// A map with these keys.
    case object([String: ArgumentType])
    /// A node.
    case node
    /// A list of nodes.
    case nodes
    /// A list of numbers.
    case numbers
    /// An outline in SVG path syntax.
    case path
    /// The name of a symbol, or `artwork`.
    case image
    case symbol
    /// The name of a part: a file in the same folder, or in the folder of another kind, `KIND/NAME`.
    case part
    /// A map of names to the values that a part has under them.
    case values
    /// No value.
    case nothing
    /// Any of these types.
    case either([ArgumentType])

    /// The name of the type in messages.
    var name: String {
        switch self {
        case .number(let range) where range.upperBound.isFinite: "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
        case .number(let range) where range.lowerBound.isFinite: "a number of \(range.lowerBound.plain) or more"
        case .number: "a number"
        case .length: "a number or 'infinity'"
        case .integer(let range): "a whole number of \(range.lowerBound) or more"
        case .text: "a text"
        case .truth: "true or false"
        case .word(let words): "one of " + words.sorted().joined(separator: ", ")
        case .color: "a colour's name or #RRGGBB"
        case .expression: "an expression"
        case .object(let keys): "a map of " + keys.keys.sorted().joined(separator: ", ")
        case .node: "an element"
        case .nodes: "a list of elements"
        case .numbers: "a list of numbers"
        case .path: "an outline in SVG's path syntax"
        case .image: "'artwork' or a symbol's name"
        case .symbol: "a symbol's name"
        case .part: "the name of a part"
        case .values: "a map of names and values"
        case .nothing: "nothing"
        case .either(let types): types.map(\.name).joined(separator: ", or ")
        }
    }

    static let anyNumber = ArgumentType.number(-Double.infinity...Double.infinity)
    static let positive = ArgumentType.number(0...Double.infinity)
    static let ratio = ArgumentType.number(0...1)

    static func words<T: RawRepresentable & CaseIterable>(_: T.Type) -> ArgumentType where T.RawValue == String {
        .word(T.allCases.map(\.rawValue))
    }
}

extension Double {
    /// The number as text, without `.0` if it is whole.
    var plain: String { self == rounded() && magnitude < 1e15 ? String(Int(saturating: self)) : "\(self)" }
}
