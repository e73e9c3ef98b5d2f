public import SubdialSwiftUI

/// A type whose values have the same name in all runs of a program.
public protocol PersistentlyIdentifiable {
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    public static var persistentIdentifier: String { "\(Self.self)" }
}

/// A type that can have `@Dependency`.
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
    public typealias Dependency = AppDependency
}

/// An action of an app, which a button or a toggle of a widget performs, or the settings of a widget.
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    /// The type of the result.
    associatedtype PerformResult: IntentResult
    /// The type of the summary.
    associatedtype SummaryContent: ParameterSummary

    /// The title.
    static var title: LocalizedStringResource { get }
    /// What it does.
    static var description: IntentDescription? { get }
    /// True if the app opens for it: no effect in a picture.
    static var openAppWhenRun: Bool { get }
    /// True if the system shows it: no effect in a picture.
    static var isDiscoverable: Bool { get }
    /// Who may perform it: no effect in a picture.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// Where it runs: no effect in a picture.
    static var supportedModes: IntentModes { get }
    /// The sentence of its parameters, which the system's editor shows: no effect in a picture.
    @ParameterSummaryBuilder<Self> static var parameterSummary: SummaryContent { get }

    /// Creates the intent without values of its parameters.
    init()

    /// Performs the action.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    public typealias Parameter<Value: _IntentValue> = IntentParameter<Value>
    public typealias Summary = IntentParameterSummary<Self>
    public typealias When<Then: ParameterSummary, Otherwise: ParameterSummary> =
        ParameterSummaryWhenCondition<Self, Then, Otherwise> where Then.Intent == Self, Otherwise.Intent == Self
    public typealias Switch<Value: _IntentValue> = ParameterSummarySwitchCondition<Self, Value>
    public typealias Case<Value: _IntentValue> = ParameterSummaryCaseCondition<Self, Value>
    public typealias DefaultCase<Value: _IntentValue> = ParameterSummaryDefaultCaseCondition<Self, Value>

    public static var description: IntentDescription? { nil }

    public static var openAppWhenRun: Bool { false }

    public static var isDiscoverable: Bool { true }

    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }

    public static var supportedModes: IntentModes { .background }

    public static var parameterSummary: some ParameterSummary { IntentParameterSummary<Self>() }

    /// No effect in a picture: an intent in a test has the person's agreement.
    public func requestConfirmation() async throws {}

    /// No effect in a picture: an intent in a test has the person's agreement.
    public func requestConfirmation(
        actionName: ConfirmationActionName = .continue, dialog: IntentDialog? = nil, showPrompt: Bool = true
    ) async throws {}

    /// No effect in a picture: an intent in a test has the person's agreement.
    public func requestConfirmation<Result: IntentResult>(
        result: Result, confirmationActionName: ConfirmationActionName = .continue, showPrompt: Bool = true
    ) async throws {}

    /// No effect in a picture: nothing learns from donations.
    @discardableResult
    public func donate() async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// No effect in a picture: nothing learns from donations.
    @discardableResult
    public func donate(result: PerformResult) async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }
}

/// The name of a donation.
public struct IntentDonationIdentifier: Hashable, Sendable {
    init() {}
}

/// The word of the button that confirms.
public struct ConfirmationActionName: Hashable, Sendable {
    private let name: String

    public static let `continue` = ConfirmationActionName(name: "continue")
    public static let add = ConfirmationActionName(name: "add")
    public static let buy = ConfirmationActionName(name: "buy")
    public static let go = ConfirmationActionName(name: "go")
    public static let open = ConfirmationActionName(name: "open")
    public static let order = ConfirmationActionName(name: "order")
    public static let send = ConfirmationActionName(name: "send")
    public static let set = ConfirmationActionName(name: "set")
    public static let share = ConfirmationActionName(name: "share")
    public static let start = ConfirmationActionName(name: "start")
    public static let turnOff = ConfirmationActionName(name: "turnOff")
    public static let turnOn = ConfirmationActionName(name: "turnOn")
    public static let view = ConfirmationActionName(name: "view")
}

/// Who may perform an intent: no effect in a picture.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
    case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

/// Where an intent runs: no effect in a picture.
public struct IntentModes: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// When an app comes to the front.
    public enum ForegroundMode: Sendable { case immediate, dynamic, deferred }

    public static let background = IntentModes(rawValue: 1)
    public static let foreground = IntentModes(rawValue: 2)

    public static func foreground(_ mode: ForegroundMode) -> IntentModes { .foreground }
}

/// What intents of other modules are included: no effect in a picture.
public protocol AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}

/// An error of an intent.
public struct AppIntentError: Error, Hashable, CustomStringConvertible {
    public let description: String

    /// The intent has to be performed again from its beginning.
    public static let restartPerform = AppIntentError(description: "the intent asks to be performed again")

    /// What a person has to do in the app before.
    public struct UserActionRequired: Error, Hashable, Sendable {
        private let name: String

        public static let accountSetup = UserActionRequired(name: "accountSetup")
        public static let signin = UserActionRequired(name: "signin")
        public static let subscriptionToUnlock = UserActionRequired(name: "subscriptionToUnlock")
    }

    /// Why an intent cannot be performed.
    public struct Unrecoverable: Error, Hashable, Sendable {
        private let name: String

        public static let entityNotFound = Unrecoverable(name: "entityNotFound")
        public static let featureCurrentlyRestricted = Unrecoverable(name: "featureCurrentlyRestricted")
        public static let unknown = Unrecoverable(name: "unknown")
    }
}
