public import Foundation

/// What a user does with a finger: no effect in a picture.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    /// The type of what it tells.
    associatedtype Value
    associatedtype Body: Gesture

    @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Gesture {
    public typealias Value = Never
}

extension Gesture where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A gesture with what it does: nothing in a picture.
nonisolated public struct _GestureAction<Value>: Gesture, Sendable {
    public typealias Body = Never
}

extension Gesture {
    /// No effect in a picture.
    nonisolated public func onEnded(_ action: @escaping (Value) -> Void) -> _GestureAction<Value> { .init() }

    /// No effect in a picture.
    nonisolated public func onChanged(_ action: @escaping (Value) -> Void) -> _GestureAction<Value> { .init() }

    /// No effect in a picture.
    nonisolated public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> _GestureAction<Value> { .init() }

    nonisolated public func map<T>(_ body: @escaping (Value) -> T) -> _GestureAction<T> { .init() }

    nonisolated public func simultaneously<Other: Gesture>(with other: Other) -> _GestureAction<(first: Value?, second: Other.Value?)> {
        .init()
    }

    nonisolated public func sequenced<Other: Gesture>(before other: Other) -> _GestureAction<(first: Value, second: Other.Value?)> {
        .init()
    }

    nonisolated public func exclusively<Other: Gesture>(before other: Other) -> _GestureAction<Value> { .init() }
}

/// A tap: no effect in a picture.
nonisolated public struct TapGesture: Gesture, Sendable {
    public typealias Value = Void
    public typealias Body = Never

    public var count: Int

    public init(count: Int = 1) { self.count = count }
}

/// A tap at a place: no effect in a picture.
nonisolated public struct SpatialTapGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The place.
    public struct Value: Equatable, Sendable {
        public var location: CGPoint
    }

    public init(count: Int = 1) {}
}

/// A long press: no effect in a picture.
nonisolated public struct LongPressGesture: Gesture, Sendable {
    public typealias Value = Bool
    public typealias Body = Never

    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
}

/// A drag: no effect in a picture.
nonisolated public struct DragGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The way of the finger.
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
        public var velocity: CGSize
        public var predictedEndLocation: CGPoint
        public var predictedEndTranslation: CGSize

        public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
    }

    public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}

    @_disfavoredOverload
    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {}
}

/// Two fingers that move apart: no effect in a picture.
nonisolated public struct MagnificationGesture: Gesture, Sendable {
    public typealias Value = CGFloat
    public typealias Body = Never

    public init(minimumScaleDelta: CGFloat = 0.01) {}
}

/// Two fingers that move apart: no effect in a picture.
nonisolated public struct MagnifyGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The change.
    public struct Value: Equatable, Sendable {
        public var magnification: CGFloat
        public var velocity: CGFloat
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }

    public init(minimumScaleDelta: CGFloat = 0.01) {}
}

/// Two fingers that turn: no effect in a picture.
nonisolated public struct RotationGesture: Gesture, Sendable {
    public typealias Value = Angle
    public typealias Body = Never

    public init(minimumAngleDelta: Angle = .degrees(1)) {}
}

/// The gestures that another one leaves: no effect in a picture.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let none: GestureMask = []
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    /// No effect in a picture.
    nonisolated public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View { self }

    /// No effect in a picture.
    nonisolated public func gesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View { self }

    /// No effect in a picture.
    nonisolated public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View { self }

    /// No effect in a picture.
    nonisolated public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View { self }

    /// No effect in a picture.
    nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }

    /// No effect in a picture.
    nonisolated public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (CGPoint) -> Void
    ) -> some View { self }

    /// No effect in a picture.
    nonisolated public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View { self }

    /// No effect in a picture.
    nonisolated public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)? = nil,
        perform action: @escaping () -> Void
    ) -> some View { self }

    /// No effect in a picture.
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View { self }

    /// No effect in a picture.
    nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }

    /// No effect in a picture.
    nonisolated public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View { self }
}

/// What a content shape is used for: no effect in a picture.
public struct ContentShapeKinds: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let interaction = ContentShapeKinds(rawValue: 1)
    public static let dragPreview = ContentShapeKinds(rawValue: 2)
    public static let contextMenuPreview = ContentShapeKinds(rawValue: 4)
    public static let hoverEffect = ContentShapeKinds(rawValue: 8)
    public static let accessibility = ContentShapeKinds(rawValue: 16)
}
