import Feeds
import Layout
import Snapshots
import Timeline
import Widgets

/// The part of a value that a snapshot contains, and its comparison: `.widget(.systemSmall, .dark, device: .iphone15)`.
///
/// `Format` is `String` if the snapshot is a single text, which inline snapshots support too, otherwise ``SnapshotFiles``.
public struct SnapshotStrategy<Value, Format>: Sendable {
    /// The look of a widget; nil for other snapshots.
    var look: WidgetLook?
    /// The levels at which the widget is compared.
    var levels: Set<SnapshotLevel>
    var sensitivity = PixelSensitivity.perceived()
    var limits = PictureLimits()
    var masks: [SnapshotMask] = []
    /// The name components of a snapshot without a look.
    var words: [String] = []
    let subject: @Sendable (Value) throws -> SnapshotSubject

    /// A strategy for values that can be converted to this strategy's values.
    public func pullback<Other>(_ transform: @escaping @Sendable (Other) throws -> Value) -> SnapshotStrategy<Other, Format> {
        SnapshotStrategy<Other, Format>(
            look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: words
        ) { try subject(try transform($0)) }
    }

    /// The name components.
    var names: [String] { look?.words ?? words }
}

/// The format of snapshots that are a picture, alone or with texts.
public enum SnapshotFiles {}

/// The subject that a strategy creates from a value.
enum SnapshotSubject: Sendable {
    case widget(Widget)
    case lines([Entry], bar: String, FeedSettings, [Double])
    case timeline([Entry])
}

// Comparing

extension SnapshotStrategy {
    /// Compares every pixel exactly.
    public func exact() -> Self { setting(\.sensitivity, .exact) }

    /// Compares pixels like pixelmatch.
    ///
    /// - Parameters:
    ///   - threshold: The maximum difference of two colours that count as equal, 0 to 1.
    ///   - countsSmoothing: True to count antialiased pixels like all others.
    public func perceived(threshold: Double = 0.1, countsSmoothing: Bool = false) -> Self {
        setting(\.sensitivity, .perceived(threshold: threshold, countsSmoothing: countsSmoothing))
    }

    /// Permits differences up to the limits.
    public func limits(_ limits: PictureLimits) -> Self { setting(\.limits, limits) }

    /// Excludes the node with an id from the comparison.
    public func mask(_ node: String) -> Self { setting(\.masks, masks + [.node(node)]) }

    /// Excludes a rectangle of the picture from the comparison, in points.
    public func mask(x: Double, y: Double, width: Double, height: Double) -> Self {
        setting(\.masks, masks + [.rectangle(x: x, y: y, width: width, height: height)])
    }

    func setting<Setting>(_ path: WritableKeyPath<Self, Setting>, _ value: Setting) -> Self {
        var strategy = self
        strategy[keyPath: path] = value
        return strategy
    }
}
