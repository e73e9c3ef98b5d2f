// The system's suggestions alone use predictions: no effect in a picture.

/// An intent that the system suggests.
public protocol PredictableIntent: AppIntent {
    /// The type of the predictions.
    associatedtype Prediction: IntentPredictionConfiguration

    /// What a suggestion says: no effect in a picture, which shows no suggestions.
    @IntentPredictionsBuilder<Self> static var predictionConfiguration: Prediction { get }
}

/// What a suggestion of an intent says: no effect in a picture.
public protocol IntentPredictionConfiguration {
    associatedtype Intent: AppIntent
}

/// What a suggestion says, with the values of some parameters: no effect in a picture.
public struct IntentPrediction<Intent: AppIntent, T>: IntentPredictionConfiguration {
    public init(displayRepresentation: @escaping () -> DisplayRepresentation) where T == () {}

    public init<V0: _IntentValue & Sendable, P0: IntentParameter<V0>>(
        parameters: T, displayRepresentation: @escaping (V0) -> DisplayRepresentation
    ) where T == KeyPath<Intent, P0> {}

    public init<
        V0: _IntentValue & Sendable, V1: _IntentValue & Sendable, P0: IntentParameter<V0>, P1: IntentParameter<V1>,
        K0: KeyPath<Intent, P0>, K1: KeyPath<Intent, P1>
    >(parameters: T, displayRepresentation: @escaping (V0, V1) -> DisplayRepresentation) where T == (K0, K1) {}

    public init<
        V0: _IntentValue & Sendable, V1: _IntentValue & Sendable, V2: _IntentValue & Sendable, P0: IntentParameter<V0>,
        P1: IntentParameter<V1>, P2: IntentParameter<V2>, K0: KeyPath<Intent, P0>, K1: KeyPath<Intent, P1>, K2: KeyPath<Intent, P2>
    >(parameters: T, displayRepresentation: @escaping (V0, V1, V2) -> DisplayRepresentation) where T == (K0, K1, K2) {}

    public init<
        V0: _IntentValue & Sendable, V1: _IntentValue & Sendable, V2: _IntentValue & Sendable, V3: _IntentValue & Sendable,
        P0: IntentParameter<V0>, P1: IntentParameter<V1>, P2: IntentParameter<V2>, P3: IntentParameter<V3>, K0: KeyPath<Intent, P0>,
        K1: KeyPath<Intent, P1>, K2: KeyPath<Intent, P2>, K3: KeyPath<Intent, P3>
    >(parameters: T, displayRepresentation: @escaping (V0, V1, V2, V3) -> DisplayRepresentation) where T == (K0, K1, K2, K3) {}
}

/// Several predictions: no effect in a picture.
public struct TupleIntentPrediction<Intent: AppIntent, T>: IntentPredictionConfiguration {
    fileprivate init() {}
}

/// Builds predictions: no effect in a picture.
@resultBuilder
public enum IntentPredictionsBuilder<Intent: AppIntent> {
    /// The key paths of a prediction begin at the intent.
    public static func buildExpression<T>(_ expression: IntentPrediction<Intent, T>) -> IntentPrediction<Intent, T> { expression }

    public static func buildBlock<A0: IntentPredictionConfiguration>(_ block: A0) -> A0 where Intent == A0.Intent { block }

    public static func buildBlock<A0: IntentPredictionConfiguration, A1: IntentPredictionConfiguration>(
        _ a0: A0, _ a1: A1
    ) -> TupleIntentPrediction<A0.Intent, (A0, A1)> where Intent == A0.Intent, A0.Intent == A1.Intent { TupleIntentPrediction() }

    public static func buildBlock<
        A0: IntentPredictionConfiguration, A1: IntentPredictionConfiguration, A2: IntentPredictionConfiguration
    >(_ a0: A0, _ a1: A1, _ a2: A2) -> TupleIntentPrediction<A0.Intent, (A0, A1, A2)>
    where Intent == A0.Intent, A0.Intent == A1.Intent, A1.Intent == A2.Intent { TupleIntentPrediction() }

    public static func buildBlock<
        A0: IntentPredictionConfiguration, A1: IntentPredictionConfiguration, A2: IntentPredictionConfiguration,
        A3: IntentPredictionConfiguration
    >(_ a0: A0, _ a1: A1, _ a2: A2, _ a3: A3) -> TupleIntentPrediction<A0.Intent, (A0, A1, A2, A3)>
    where Intent == A0.Intent, A0.Intent == A1.Intent, A1.Intent == A2.Intent, A2.Intent == A3.Intent { TupleIntentPrediction() }
}
