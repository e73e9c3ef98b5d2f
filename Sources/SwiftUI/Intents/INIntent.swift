public import Foundation

/// The settings of a widget of the older kind, or an action of an app.
///
/// Xcode makes a class of each intent definition. Here it is written by hand, as a subclass with properties and a `required init()`.
open class INIntent: NSObject, NSCopying {
    /// The name of the intent; nil for none.
    open var identifier: String? { nil }
    /// The description; nil for none.
    open var intentDescription: String? { nil }
    /// The phrase that a person may say; nil for none.
    open var suggestedInvocationPhrase: String?

    public required override init() {}

    /// The intent as it is: nothing here changes it.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The answer to an intent.
open class INIntentResponse: NSObject {
    public required override init() {}

    /// The activity with which the app opens; nil for none.
    open var userActivity: NSUserActivity?
}

/// An activity of the app, with what it needs to go on.
open class NSUserActivity: NSObject {
    public let activityType: String
    open var title: String?
    open var userInfo: [AnyHashable: Any]?
    open var webpageURL: URL?

    public init(activityType: String) { self.activityType = activityType }
}

/// A value of an intent's parameter.
open class INObject: NSObject {
    public let identifier: String?
    public let displayString: String
    public let pronunciationHint: String?
    open var subtitleString: String?
    open var displayImage: INImage?
    open var alternativeSpeakableMatches: [INSpeakableString]?

    public init(identifier: String?, display displayString: String) {
        (self.identifier, self.displayString, pronunciationHint) = (identifier, displayString, nil)
    }

    public init(identifier: String?, display displayString: String, pronunciationHint: String?) {
        (self.identifier, self.displayString, self.pronunciationHint) = (identifier, displayString, pronunciationHint)
    }

    public init(identifier: String?, display displayString: String, subtitle subtitleString: String?, image displayImage: INImage?) {
        (self.identifier, self.displayString, pronunciationHint) = (identifier, displayString, nil)
        (self.subtitleString, self.displayImage) = (subtitleString, displayImage)
    }
}

/// A picture of a value: no effect in a picture of a widget, which does not show it.
open class INImage: NSObject {
    public init(named name: String) {}

    public init(imageData: Data) {}

    public init?(url: URL) {}

    public static func systemImageNamed(_ name: String) -> INImage { INImage(named: name) }
}

/// Words that can be said.
open class INSpeakableString: NSObject {
    public let spokenPhrase: String
    public let vocabularyIdentifier: String?
    public let pronunciationHint: String?

    public init(spokenPhrase: String) { (self.spokenPhrase, vocabularyIdentifier, pronunciationHint) = (spokenPhrase, nil, nil) }

    public init(vocabularyIdentifier: String, spokenPhrase: String, pronunciationHint: String?) {
        (self.spokenPhrase, self.vocabularyIdentifier) = (spokenPhrase, vocabularyIdentifier)
        self.pronunciationHint = pronunciationHint
    }
}

/// Choices in sections.
open class INObjectCollection<ObjectType>: NSObject {
    public let sections: [INObjectSection<ObjectType>]
    open var usesIndexedCollation = false

    /// The choices of all sections.
    public var allItems: [ObjectType] { sections.flatMap(\.items) }

    public init(items: [ObjectType]) { sections = [INObjectSection(title: nil, items: items)] }

    public init(sections: [INObjectSection<ObjectType>]) { self.sections = sections }
}

/// A section of choices.
open class INObjectSection<ObjectType>: NSObject {
    public let title: String?
    public let items: [ObjectType]

    public init(title: String?, items: [ObjectType]) { (self.title, self.items) = (title, items) }
}
