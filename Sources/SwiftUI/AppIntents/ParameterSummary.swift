// The system's editors alone show summaries: no effect in a picture.

/// The sentence of an intent's parameters.
public protocol ParameterSummary<Intent>: Sendable {
    associatedtype Intent: AppIntent
}

/// A sentence with parameters.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    public init() {}

    public init(_ summary: ParameterSummaryString<Intent>, table: String? = nil) {}

    public init(
        _ summary: ParameterSummaryString<Intent>, table: String? = nil,
        @ParameterKeyPathsBuilder<Intent> _ otherParameters: () -> [PartialKeyPath<Intent>]
    ) {}

    public init(@ParameterKeyPathsBuilder<Intent> _ otherParameters: () -> [PartialKeyPath<Intent>]) {}
}

/// The words of a sentence with parameters.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    /// Builds the words from a literal with parameters: no effect in a picture, which shows no summary.
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {}

        public mutating func appendInterpolation<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {}
    }

    public init(stringLiteral value: String) {}

    public init(stringInterpolation: StringInterpolation) {}
}

/// Builds the parameters that stand below a sentence.
@resultBuilder
public enum ParameterKeyPathsBuilder<Intent: AppIntent> {
    public static func buildExpression<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) -> [PartialKeyPath<Intent>] { [keyPath] }

    public static func buildBlock(_ keyPaths: [PartialKeyPath<Intent>]...) -> [PartialKeyPath<Intent>] { keyPaths.flatMap { $0 } }
}

/// Builds a summary.
@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
    public static func buildExpression<Summary: ParameterSummary>(
        _ summary: Summary
    ) -> Summary where Summary.Intent == Intent { summary }

    public static func buildBlock<Summary: ParameterSummary>(_ summary: Summary) -> Summary where Summary.Intent == Intent { summary }

    public static func buildLimitedAvailability<Summary: ParameterSummary>(
        _ summary: Summary
    ) -> Summary where Summary.Intent == Intent { summary }
}

/// How a parameter is compared.
public enum ParameterSummaryComparison: Sendable {
    /// Compares with a value.
    public enum Value: Sendable { case equalTo, notEqualTo, lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, contains }

    /// Compares with several values.
    public enum Values: Sendable { case oneOf, noneOf }

    /// Whether there is a value.
    public enum Presence: Sendable { case hasAnyValue, hasNoValue }
}

/// A summary for some values of a parameter, and another one for the others.
public struct ParameterSummaryWhenCondition<Intent: AppIntent, Then: ParameterSummary, Otherwise: ParameterSummary>: ParameterSummary
where Then.Intent == Intent, Otherwise.Intent == Intent {
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison.Value, _ value: Value,
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}

    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison.Values, _ values: [Value],
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}

    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: ParameterSummaryComparison.Presence,
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}

    public init(
        widgetFamily comparison: ParameterSummaryComparison.Value, _ family: IntentWidgetFamily,
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}

    public init(
        widgetFamily comparison: ParameterSummaryComparison.Values, _ families: [IntentWidgetFamily],
        @ParameterSummaryBuilder<Intent> _ then: () -> Then, @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
}

/// A summary for each value of a parameter.
public struct ParameterSummarySwitchCondition<Intent: AppIntent, Value: _IntentValue>: ParameterSummary {
    public init(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>,
        @ParameterSummaryCaseBuilder<Intent, Value> _ cases: () -> ParameterSummaryCases<Intent, Value>
    ) {}
}

/// The cases of a switch.
public struct ParameterSummaryCases<Intent: AppIntent, Value: _IntentValue>: Sendable {}

/// A summary for one value.
public struct ParameterSummaryCaseCondition<Intent: AppIntent, Value: _IntentValue>: Sendable {
    public init<Content: ParameterSummary>(
        _ value: Value, @ParameterSummaryBuilder<Intent> content: () -> Content
    ) where Content.Intent == Intent {}

    public init<Content: ParameterSummary>(
        _ values: [Value], @ParameterSummaryBuilder<Intent> content: () -> Content
    ) where Content.Intent == Intent {}
}

/// A summary for all other values.
public struct ParameterSummaryDefaultCaseCondition<Intent: AppIntent, Value: _IntentValue>: Sendable {
    public init<Content: ParameterSummary>(@ParameterSummaryBuilder<Intent> content: () -> Content) where Content.Intent == Intent {}
}

/// Builds the cases of a switch.
@resultBuilder
public enum ParameterSummaryCaseBuilder<Intent: AppIntent, Value: _IntentValue> {
    public static func buildExpression(
        _ condition: ParameterSummaryCaseCondition<Intent, Value>
    ) -> ParameterSummaryCases<Intent, Value> { ParameterSummaryCases() }

    public static func buildExpression(
        _ condition: ParameterSummaryDefaultCaseCondition<Intent, Value>
    ) -> ParameterSummaryCases<Intent, Value> { ParameterSummaryCases() }

    public static func buildBlock(_ cases: ParameterSummaryCases<Intent, Value>...) -> ParameterSummaryCases<Intent, Value> {
        ParameterSummaryCases()
    }
}
