import Feeds
import Layout
import Snapshots
import Timeline
import Widgets

/// The part of a value that a snapshot holds, and how it is compared: `.widget(.systemSmall, .dark, device: .iphone15)`.
///
/// `Format` is `String` where the snapshot is one text, which an inline snapshot can hold too, or else ``SnapshotFiles``.
public struct SnapshotStrategy<Value, Format>: Sendable {
    /// The look of a widget; nil for what has none.
    var look: WidgetLook?
    /// The levels at which the widget is compared.
    var levels: Set<SnapshotLevel>
    var sensitivity = PixelSensitivity.perceived()
    var limits = PictureLimits()
    var masks: [SnapshotMask] = []
    /// The words of names, for what has no look.
    var words: [String] = []
    let subject: @Sendable (Value) throws -> SnapshotSubject

    /// A strategy for values from which this strategy's can be made.
    public func pullback<Other>(_ transform: @escaping @Sendable (Other) throws -> Value) -> SnapshotStrategy<Other, Format> {
        SnapshotStrategy<Other, Format>(
            look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: words
        ) { try subject(try transform($0)) }
    }

    /// The words of names.
    var names: [String] { look?.words ?? words }
}

/// The format of snapshots that are a picture, alone or with texts.
public enum SnapshotFiles {}

/// The subject that a strategy has made of a value.
enum SnapshotSubject: Sendable {
    case widget(Widget)
    case lines([Entry], bar: String, FeedSettings, [Double])
    case timeline([Entry])
}

// Comparing

extension SnapshotStrategy {
    /// Compares every pixel exactly.
    public func exact() -> Self { setting(\.sensitivity, .exact) }

    /// Compares pixels as pixelmatch does.
    ///
    /// - Parameters:
    ///   - threshold: The smallest perceived difference that counts, 0 to 1.
    ///   - countsSmoothing: True to count pixels that look smoothed like all others.
    public func perceived(threshold: Double = 0.1, countsSmoothing: Bool = false) -> Self {
        setting(\.sensitivity, .perceived(threshold: threshold, countsSmoothing: countsSmoothing))
    }

    /// Lets pictures differ by so much.
    public func limits(_ limits: PictureLimits) -> Self { setting(\.limits, limits) }

    /// Leaves the node with that id out of the comparison.
    public func mask(_ node: String) -> Self { setting(\.masks, masks + [.node(node)]) }

    /// Leaves a rectangle of the picture out of the comparison, in points.
    public func mask(x: Double, y: Double, width: Double, height: Double) -> Self {
        setting(\.masks, masks + [.rectangle(x: x, y: y, width: width, height: height)])
    }

    func setting<Setting>(_ path: WritableKeyPath<Self, Setting>, _ value: Setting) -> Self {
        var strategy = self
        strategy[keyPath: path] = value
        return strategy
    }
}
