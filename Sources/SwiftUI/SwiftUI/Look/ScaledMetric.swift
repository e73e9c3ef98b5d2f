internal import Foundation
internal import SubdialLayout

/// A length that grows with the text: the value at `large`, times the growth of a text style, in whole pixels.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: Sendable where Value: Sendable {
    private let value: Value
    private let style: Font.TextStyle

    /// Scales with the body style.
    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, relativeTo: .body) }

    /// Scales with a text style.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        value = wrappedValue
        style = textStyle
    }

    /// The length in the environment of the body that is evaluated.
    public var wrappedValue: Value {
        let environment = EnvironmentReader.environment
        let factor = TypeScale.factor(of: style.styleOfScale, in: environment)
        guard factor != 1 else { return value }
        let scale = Double(environment.displayScale)
        return Value((Double(value) * factor * scale).rounded() / scale)
    }
}

extension Font.TextStyle {
    /// The style whose growth a length has.
    fileprivate var styleOfScale: TextStyle {
        switch self {
        case .largeTitle: .largeTitle
        case .title: .title
        case .title2: .title2
        case .title3: .title3
        case .headline: .headline
        case .subheadline: .subheadline
        case .callout: .callout
        case .footnote: .footnote
        case .caption: .caption
        case .caption2: .caption2
        default: .body
        }
    }
}
