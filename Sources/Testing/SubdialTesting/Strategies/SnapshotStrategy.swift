import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets

/// The part of a value that a snapshot contains, and its comparison: `.widget(.systemSmall, .dark, device: .iphone15)`.
///
/// `Format` is `String` if the snapshot is a single text, which inline snapshots support too, otherwise ``SnapshotFiles``.
public struct SnapshotStrategy<Value, Format>: Sendable {
    /// The look of a widget; nil for other snapshots.
    var look: WidgetLook?
    /// The levels at which the widget is compared.
    var levels: Set<SnapshotLevel>
    var sensitivity = PixelSensitivity.exact
    var limits = PictureLimits()
    var masks: [SnapshotMask] = []
    /// The name components of a snapshot without a look.
    var words: [String] = []
    /// The time zones of a snapshot without a look.
    var timeZones = TimeZones()
    /// The error of the first invalid setting; nil if all are valid.
    var problem: LookError?
    /// The date to which moments are relative; nil for that of the entry.
    var start: Date?
    /// The values of the kind's parameters and fields, by name.
    var values: [String: SubdialExpressions.Value] = [:]
    /// What happens with the warnings of a view.
    var warnings = SnapshotWarnings.tell
    /// The entry of a widget's provider that is shown.
    var provided = ProvidedEntry.timeline
    /// The look that a provider's timeline is asked for; nil for a picture.
    var timelineLook: WidgetLook?
    /// True for a strategy that another value is made for, so that its subject is not that of other strategies.
    var isPulledBack = false
    /// True for the presentation of an activity, whose name has no family.
    var isOfActivity = false
    let subject: @Sendable (Value) throws -> SnapshotSubject

    /// A strategy for values that can be converted to this strategy's values.
    public func pullback<Other>(_ transform: @escaping @Sendable (Other) throws -> Value) -> SnapshotStrategy<Other, Format> {
        SnapshotStrategy<Other, Format>(
            look: look, levels: levels, sensitivity: sensitivity, limits: limits, masks: masks, words: words, timeZones: timeZones,
            problem: problem, start: start, values: values, warnings: warnings, provided: provided, timelineLook: timelineLook,
            isPulledBack: true, isOfActivity: isOfActivity
        ) { try subject(try transform($0)) }
    }

    /// The name components.
    var names: [String] {
        let settings = values.sorted { $0.key < $1.key }.map { "\($0.key)-\($0.value.text)".safeInNames }
        let date = start.map { "at-\($0.iso8601)".safeInNames }
        let entry = provided == .snapshot ? provided.rawValue : nil
        let look = look.map { look in
            // An activity has a presentation in place of a family.
            isOfActivity ? look.words(.code).filter { $0 != look.family.rawValue } : look.words(.code)
        }
        return (look ?? words + [timeZones.nameWord].compactMap { $0 }) + [entry, date].compactMap { $0 } + settings
    }
}

/// The format of snapshots that are a picture, alone or with texts.
public enum SnapshotFiles {}

/// The subject that a strategy creates from a value.
enum SnapshotSubject: Sendable {
    case widget(TemplateWidget)
    /// A view, or the view of a widget's entry.
    case view(ViewSubject)
    /// The timeline of a widget's provider in a look.
    case provider(ViewSubject, WidgetLook)
    case lines(SnapshotEntries, bar: String, FeedSettings, [Double])
    case timeline(SnapshotEntries)
}

// Comparing

extension SnapshotStrategy {
    /// Compares every pixel exactly, which is the default.
    public func exact() -> Self { setting(\.sensitivity, .exact) }

    /// Compares pixels like pixelmatch.
    ///
    /// - Parameters:
    ///   - threshold: The maximum difference of two colours that count as equal, 0 to 1.
    ///   - countsSmoothing: True to count antialiased pixels like all others.
    ///   - checkerboard: True to compare translucent pixels on a pattern, false to compare them on white.
    public func perceived(
        threshold: Double = 0.1, countsSmoothing: Bool = false, checkerboard: Bool = true, metric: ColorMetric = .yiq
    ) -> Self {
        setting(
            \.sensitivity,
            .perceived(threshold: threshold, countsSmoothing: countsSmoothing, checkerboard: checkerboard, metric: metric))
    }

    /// Permits differences up to the limits.
    public func limits(_ limits: PictureLimits) -> Self { setting(\.limits, limits) }

    /// Excludes the node with an id from the comparison.
    public func mask(_ node: String) -> Self { setting(\.masks, masks + [.node(node)]) }

    /// Excludes a rectangle of the picture from the comparison, in points.
    public func mask(x: Double, y: Double, width: Double, height: Double) -> Self {
        setting(\.masks, masks + [.rectangle(x: x, y: y, width: width, height: height)])
    }

    private func setting<Setting>(_ path: WritableKeyPath<Self, Setting>, _ value: Setting) -> Self {
        var strategy = self
        strategy[keyPath: path] = value
        return strategy
    }

    /// The strategy with the error of a setting, which the assertion reports.
    func refusing(_ error: LookError) -> Self { problem == nil ? setting(\.problem, error) : self }
}

// Dates and values

extension SnapshotStrategy {
    /// Sets the time zone of displayed dates, such as `Europe/Berlin` or `+01:00`; by default it is UTC.
    public func timeZone(_ name: String) -> Self {
        guard look == nil else { return setting(.timeZone, .text(name)) }
        var shown = WidgetLook(family: .accessoryInline)
        guard LookAxis.timeZone.set(.text(name), in: &shown) else { return refusing(LookError(.timeZone, .text(name))) }
        return setting(\.timeZones, shown.timeZones)
    }

    /// Sets the date to which moments are relative, and at which entries are shown; by default it is that of the first entry.
    public func at(_ date: Date) -> Self { setting(\.start, date) }

    /// Sets parameters and fields of the entry's kind, as `--set` does: `.set(["place": "Berlin", "temperature": 30])`.
    public func set(_ values: [String: SubdialExpressions.Value]) -> Self { setting(\.values, self.values.merging(values) { $1 }) }
}
