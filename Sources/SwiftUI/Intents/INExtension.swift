public import Foundation

/// What gives the handlers of intents.
public protocol INIntentHandlerProviding {
    func handler(for intent: INIntent) -> Any?
}

/// The extension that handles intents: no picture asks it.
open class INExtension: NSObject, INIntentHandlerProviding {
    public override init() {}

    open func handler(for intent: INIntent) -> Any? { nil }
}

/// A shortcut of the app: an intent or an activity.
public enum INShortcut: @unchecked Sendable {
    // Unchecked: a class of the source's own.
    case intent(INIntent)
    case userActivity(NSUserActivity)

    /// A shortcut of an intent, which need not be able to be one here.
    public init?(intent: INIntent) { self = .intent(intent) }

    public init(userActivity: NSUserActivity) { self = .userActivity(userActivity) }

    public var intent: INIntent? { if case .intent(let intent) = self { intent } else { nil } }

    public var userActivity: NSUserActivity? { if case .userActivity(let activity) = self { activity } else { nil } }
}

/// When a shortcut is relevant: no effect in a picture.
open class INRelevanceProvider: NSObject {}

/// A date at which a shortcut is relevant: no effect in a picture.
open class INDateRelevanceProvider: INRelevanceProvider {
    public let startDate: Date
    public let endDate: Date?

    public init(start startDate: Date, end endDate: Date?) { (self.startDate, self.endDate) = (startDate, endDate) }
}

/// A shortcut with the times at which it is relevant: no effect in a picture.
open class INRelevantShortcut: NSObject {
    public let shortcut: INShortcut
    open var relevanceProviders: [INRelevanceProvider] = []
    open var widgetKind: String?

    public init(shortcut: INShortcut) { self.shortcut = shortcut }
}

/// What the system learns of an intent that was used: no effect in a picture.
open class INInteraction: NSObject {
    public let intent: INIntent
    public let intentResponse: INIntentResponse?

    public init(intent: INIntent, response: INIntentResponse?) { (self.intent, intentResponse) = (intent, response) }

    /// No effect in a picture: nothing learns from donations.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) { completion?(nil) }

    /// No effect in a picture: nothing learns from donations.
    open func donate() async throws {}
}
