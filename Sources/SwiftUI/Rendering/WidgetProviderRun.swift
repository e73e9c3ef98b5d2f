import Foundation
import SubdialLayout
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets
import Synchronization

/// Asks the provider of a widget, which may answer late, several times, or never.
package struct WidgetProviderRun: Sendable {
    /// The kind of the widget, for messages.
    private let kind: String
    private let source: Source
    /// The seconds after which a provider has not answered.
    package var limit = 10.0
    /// The time of day for the provider; nil for the machine's.
    package var timeOfDay: Date?

    private struct Source: @unchecked Sendable {
        // Unchecked: its closures are bound to the main actor.
        let closures: WidgetEntrySource
    }

    /// Why a provider gave nothing.
    package enum Failure: Error, CustomStringConvertible {
        case silent(kind: String, function: String, seconds: Double)
        case empty(kind: String)
        case failed(kind: String, reason: String)

        package var description: String {
            switch self {
            case .silent(let kind, let function, let seconds):
                "the provider of the widget '\(kind)' did not call the completion of '\(function)' within \(seconds) s; "
                    + "in Swift Testing, one that waits for the main queue needs a test that is not on the main actor"
            case .failed(let kind, let reason): "the provider of the widget '\(kind)': \(reason)"
            case .empty(let kind): "the timeline of the widget '\(kind)' has no entries"
            }
        }
    }

    /// The provider of a configuration; nil for one without, such as that of an activity.
    package init?(_ declaration: _WidgetDeclaration) {
        guard let source = declaration.content as? WidgetEntrySource else { return nil }
        self.init(kind: declaration.kind, source)
    }

    /// A provider of a widget's kind.
    init(kind: String, _ source: WidgetEntrySource) {
        self.kind = kind
        self.source = Source(closures: source)
    }

    /// The entry without data, to be drawn with the redaction `placeholder`.
    package func placeholder(in context: TimelineProviderContext) throws(Failure) -> WidgetEntry {
        try wait("placeholder") { source.closures.placeholder(context, $0) }
    }

    /// The entry of now.
    package func snapshot(in context: TimelineProviderContext) throws(Failure) -> WidgetEntry {
        try wait("getSnapshot") { source.closures.snapshot(context, $0) }
    }

    /// The timeline; it has at least one entry.
    package func timeline(in context: TimelineProviderContext) throws(Failure) -> WidgetTimeline {
        try checked(try wait("getTimeline") { source.closures.timeline(context, $0) })
    }

    /// The entry of now, for code that can suspend: the main thread goes on, and a provider that needs it gets an answer.
    package func snapshot(in context: TimelineProviderContext) async throws -> WidgetEntry {
        try await suspend("getSnapshot") { source.closures.snapshot(context, $0) }(kind)
    }

    /// The timeline, for code that can suspend; it has at least one entry.
    package func timeline(in context: TimelineProviderContext) async throws -> WidgetTimeline {
        try checked(try await suspend("getTimeline") { source.closures.timeline(context, $0) }(kind))
    }

    private func checked(_ timeline: WidgetTimeline) throws(Failure) -> WidgetTimeline {
        guard !timeline.entries.isEmpty else { throw .empty(kind: kind) }
        return timeline
    }

    private typealias Received = WidgetEntrySource.Received

    /// Asks, and blocks until the first answer: the main thread runs its loop meanwhile.
    private func wait<Value>(
        _ function: String, _ ask: @MainActor (@escaping @Sendable (Received<Value>) -> Void) -> Void
    ) throws(Failure) -> Value {
        let answer = FirstAnswer<Received<Value>>()
        onMainThread { HeldClock.at(timeOfDay) { ask { answer.give($0) } } }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(limit)
        while true {
            if let value = answer.value { return try value(kind) }
            guard clock.now < end else { throw .silent(kind: kind, function: function, seconds: limit) }
            // A loop without sources returns at once.
            if Thread.isMainThread { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002)) }
            usleep(500)
        }
    }

    /// Asks, and suspends until the first answer.
    private func suspend<Value>(
        _ function: String, _ ask: @MainActor (@escaping @Sendable (Received<Value>) -> Void) -> Void
    ) async throws -> Received<Value> {
        let answer = FirstAnswer<Received<Value>>()
        onMainThread { HeldClock.at(timeOfDay) { ask { answer.give($0) } } }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(limit)
        while true {
            if let value = answer.value { return value }
            guard clock.now < end else { throw Failure.silent(kind: kind, function: function, seconds: limit) }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

extension WidgetEntrySource.Received {
    /// The value of the provider of a widget.
    fileprivate func callAsFunction(_ kind: String) throws(WidgetProviderRun.Failure) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw .failed(kind: kind, reason: "\(error)")
        }
    }
}

/// The first of the values that a provider gives.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    var value: Value? { stored.withLock { $0 } }

    func give(_ value: Value) { stored.withLock { $0 = $0 ?? value } }
}

extension TimelineProviderContext {
    /// The context of a widget in a look.
    ///
    /// - Parameter isPreview: True for the gallery, in which a provider shows samples.
    package init(_ look: WidgetEnvironment, isPreview: Bool = false) {
        let place = look.device.places[look.family]?.canvas ?? look.greatestSize ?? Size(0, 0)
        // A widget is shown in light and dark without a new timeline.
        let environments = [Appearance.light, .dark].map { appearance in
            var variant = look
            variant.appearance = appearance
            return EnvironmentValues(variant, canvas: place, margins: look.family.margins)
        }
        self.init(
            family: SubdialWidgetKit.WidgetFamily(look), isPreview: isPreview,
            displaySize: CGSize(width: place.width, height: place.height), environments: environments)
    }
}
