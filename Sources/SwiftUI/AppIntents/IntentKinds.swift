public import Foundation
public import SubdialSwiftUI

/// An intent that the system knows.
public protocol SystemIntent: AppIntent {}

/// The settings of a widget.
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
    /// Does nothing: settings are no action.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> { .result() }
}

/// The settings of a control.
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent {
    /// Does nothing: settings are no action.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> { .result() }
}

/// An intent that sets a value, such as that of a toggle.
public protocol SetValueIntent<ValueType>: SystemIntent {
    associatedtype ValueType: _IntentValue

    /// The new value, which the system sets before it performs the intent.
    var value: ValueType { get set }
}

/// An intent that opens a value of the app.
public protocol OpenIntent: SystemIntent {
    associatedtype Value: AppValue

    var target: Value { get set }
}

extension OpenIntent {
    public static var openAppWhenRun: Bool { true }
}

/// An intent that deletes values of the app.
public protocol DeleteIntent: SystemIntent {
    associatedtype Entity: AppEntity

    var entities: [Entity] { get set }
}

/// An intent that runs in the app's process and starts or changes a live activity.
public protocol LiveActivityIntent: SystemIntent {}

/// An intent that starts a live activity.
public protocol LiveActivityStartingIntent: LiveActivityIntent {}

/// An intent that plays, stops or changes what is heard.
public protocol AudioPlaybackIntent: SystemIntent {}

/// An intent that starts to play.
public protocol AudioStartingIntent: AudioPlaybackIntent {}

/// An intent that records.
public protocol AudioRecordingIntent: SystemIntent {}

/// An intent that has a successor of a legacy intent.
public protocol CustomIntentMigratedAppIntent: AppIntent {
    /// The class of the legacy intent.
    static var intentClassName: String { get }
}

/// An intent that can be undone.
public protocol UndoableIntent: SystemIntent {}

/// An intent that tells how far it is.
public protocol ProgressReportingIntent: AppIntent {}

extension ProgressReportingIntent {
    /// A progress that nobody sees.
    public var progress: Progress { Progress(totalUnitCount: 1) }
}

/// An intent that may need its app in the front.
public protocol ForegroundContinuableIntent: SystemIntent {}

extension ForegroundContinuableIntent {
    /// The error of an intent that goes on in the app.
    public func needsToContinueInForegroundError(
        _ dialog: IntentDialog? = nil, continuation: (@MainActor () async throws -> Void)? = nil
    ) -> any Error {
        IntentRequestError("its app in the front", dialog)
    }

    /// No effect in a picture: the intent goes on at once, as if the app were in the front.
    public func requestToContinueInForeground(_ dialog: IntentDialog? = nil) async throws {}

    /// Goes on at once, as if the app were in the front.
    @MainActor
    public func requestToContinueInForeground<Result: Sendable>(
        _ dialog: IntentDialog? = nil, continuation: @escaping @MainActor () async throws -> Result
    ) async throws -> Result {
        try await continuation()
    }
}

/// An intent that opens an address.
public struct OpenURLIntent: SystemIntent {
    public static let title: LocalizedStringResource = "Open URL"

    @IntentParameter(title: "URL") public var url: URL

    public init() {}

    public init(_ url: URL) { self.url = url }

    /// Does nothing: a test has no app to open.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> { .result() }
}
