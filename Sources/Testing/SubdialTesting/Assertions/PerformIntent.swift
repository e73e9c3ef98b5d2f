// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    public import FoundationEssentials
    public import SubdialAppIntents
    import SubdialLayout
    import SubdialRendering
    public import SubdialSwiftUI
    public import SubdialWidgetKit
    import SubdialWidgets

    /// What the intent of a tap has done.
    public struct PerformedIntent: Sendable {
        private let run: IntentRun
        /// The name of the tap region: the intent's type with the values of its parameters.
        public let name: String

        init(_ run: IntentRun, name: String) { (self.run, self.name) = (run, name) }

        /// The intent as it was performed: made anew, with the values of its parameters.
        public var intent: any AppIntent { run.intent }
        /// The value of the result; nil for none.
        public var value: Any? { run.value }
        /// What the system says; nil for nothing.
        public var dialog: String? { run.dialog }
        /// The intent that follows; nil for none.
        public var nextIntent: (any AppIntent)? { run.nextIntent }
    }

    /// Taps a button or a toggle of a widget: performs its intent, as the system does.
    ///
    ///     try await performIntent(of: TasksWidget(), at: "Buy milk")
    ///     assertSnapshot(of: TasksWidget(), as: .widget(.systemSmall))
    ///
    /// The widget is drawn with the entry of its provider. The intent is made anew, with the values of its parameters alone, as on a device.
    /// The next assertion asks the provider again, and so shows what the intent has changed.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - target: The label of the region for screen readers, its node's `id`, or the name of the intent.
    ///   - family: The family in which the widget is drawn.
    ///   - intent: The settings of the widget; nil for the defaults.
    ///   - date: The date at which the widget is shown; nil for that of its first entry.
    /// - Throws: `TapError` with the regions that there are, or the error of the intent.
    @discardableResult
    public func performIntent<W: SubdialSwiftUI.Widget>(
        of widget: @autoclosure @MainActor () throws -> W, at target: String, in family: SubdialWidgetKit.WidgetFamily = .systemSmall,
        intent: (any WidgetConfigurationIntent)? = nil, date: Date? = nil
    ) async throws -> PerformedIntent {
        let subject = try ViewSubject.evaluating { try shown(try widget(), intent) }
        return try await Tap(subject, try look(of: family), date).perform(at: .name(target))
    }

    /// Taps a place of a widget, in points from its top left corner.
    @discardableResult
    public func performIntent<W: SubdialSwiftUI.Widget>(
        of widget: @autoclosure @MainActor () throws -> W, x: Double, y: Double,
        in family: SubdialWidgetKit.WidgetFamily = .systemSmall, intent: (any WidgetConfigurationIntent)? = nil, date: Date? = nil
    ) async throws -> PerformedIntent {
        let subject = try ViewSubject.evaluating { try shown(try widget(), intent) }
        return try await Tap(subject, try look(of: family), date).perform(at: .place(x, y))
    }

    /// Taps a button or a toggle of a widget with an entry; its provider is not asked.
    @discardableResult
    public func performIntent<W: SubdialSwiftUI.Widget>(
        of widget: @autoclosure @MainActor () throws -> W, at target: String, in family: SubdialWidgetKit.WidgetFamily = .systemSmall,
        entry: @autoclosure @MainActor () throws -> any TimelineEntry
    ) async throws -> PerformedIntent {
        let subject = try ViewSubject.evaluating { try ViewSubject(widget: try widget(), entry: try entry()) }
        return try await Tap(subject, try look(of: family), nil).perform(at: .name(target))
    }

    /// Taps a control: performs the intent of its button, or that of its toggle with the opposite value.
    @discardableResult
    public func performIntent<C: ControlWidget>(of control: @autoclosure @MainActor () throws -> C) async throws -> PerformedIntent {
        let subject = try ViewSubject.evaluating { try ViewSubject(control: try control()) }
        return try await Tap(subject, WidgetLook(control: .small), nil).perform(at: .only)
    }

    @MainActor
    private func shown<W: SubdialSwiftUI.Widget>(_ widget: W, _ intent: (any WidgetConfigurationIntent)?) throws -> ViewSubject {
        guard let intent else { return try ViewSubject(widget: widget) }
        return try ViewSubject(widget: widget, intent: intent)
    }

    private func look(of family: SubdialWidgetKit.WidgetFamily) throws -> WidgetLook {
        guard let family = family.family else { throw TapError(description: "no device here has this family") }
        return WidgetLook(family: family)
    }

    /// The regions of a drawn widget.
    private struct Tap {
        /// How a region is named.
        enum Target {
            case name(String)
            case place(Double, Double)
            case only
        }

        private struct Region {
            let name: String
            let labels: [String]
            let frame: Rect
        }

        private let regions: [Region]
        private let taps: [String: TapAction]

        init(_ subject: ViewSubject, _ look: WidgetLook, _ date: Date?) throws {
            let widget = try TestTools.shared.use(.init(templates: nil, fonts: nil)) { renderer in
                try subject.prepare(renderer, look, .timeline, date) {
                    try WidgetEnvironment(look, on: try look.device(in: renderer.catalog), at: $0)
                }
            }
            taps = subject.taps
            let spoken = widget.layout.spoken
            regions = widget.layout.intents.map { name, _, frame in
                let inside = spoken.filter {
                    frame.contains($0.frame) && ($0.traits.contains("isButton") || $0.traits.contains("isToggle"))
                }
                return Region(name: name, labels: inside.map(\.label) + inside.compactMap(\.id), frame: frame)
            }
        }

        /// Performs the intent of a region.
        func perform(at target: Target) async throws -> PerformedIntent {
            let region = try region(target)
            guard let intent = taps[region.name]?.value as? any AppIntent else {
                throw TapError(description: "the region '\(region.name)' has no intent: it opens an address or the app")
            }
            return PerformedIntent(try await IntentRun(intent), name: region.name)
        }

        private func region(_ target: Target) throws -> Region {
            let found: [Region]
            let wanted: String
            switch target {
            case .name(let name):
                let exact = regions.filter { $0.labels.contains(name) || $0.name == name }
                found = exact.isEmpty ? regions.filter { $0.name.prefix { $0 != "(" } == name } : exact
                wanted = "'\(name)'"
            case .place(let x, let y):
                found = regions.filter { $0.frame.contains(Rect(x, y, 0, 0)) }
                wanted = "\(x), \(y)"
            case .only: (found, wanted) = (regions, "the control")
            }
            guard found.count == 1, let region = found.first else {
                let list = regions.map { region in
                    let frame = region.frame
                    let label = region.labels.first.map { "'\($0)': " } ?? ""
                    return "\(label)\(region.name) at \(frame.minX), \(frame.minY), \(frame.size.width) × \(frame.size.height)"
                }
                let problem = found.isEmpty ? "no tap region is at \(wanted)" : "\(found.count) tap regions are at \(wanted)"
                throw TapError(
                    description: "\(problem); " + (list.isEmpty ? "there is none" : "there are: \(list.joined(separator: "; "))"))
            }
            return region
        }
    }

    /// Why a tap has no intent.
    public struct TapError: Error, CustomStringConvertible, Sendable {
        /// The reason, with the regions that there are.
        public let description: String
    }

    extension Rect {
        fileprivate func contains(_ other: Rect) -> Bool {
            let slack = 0.01
            return other.minX >= minX - slack && other.minY >= minY - slack
                && other.minX + other.size.width <= minX + size.width + slack
                && other.minY + other.size.height <= minY + size.height + slack
        }
    }
#endif
