public import SubdialSwiftUI

/// The notification of an update: no effect in a picture.
public struct AlertConfiguration: Equatable, Sendable {
    /// The sound of the notification: no effect in a picture.
    public struct AlertSound: Equatable, Sendable {
        private let name: String?

        public static let `default` = AlertSound(name: nil)

        public static func named(_ name: String) -> AlertSound { AlertSound(name: name) }
    }

    public var title: LocalizedStringResource
    public var body: LocalizedStringResource
    public var sound: AlertConfiguration.AlertSound

    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertConfiguration.AlertSound) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}

/// How a server updates an activity: no effect in a picture, because there are no notifications.
public struct PushType: Equatable, Sendable {
    private let channel: String?

    /// By a token of the activity's own.
    public static let token = PushType(channel: nil)

    /// By a channel of many activities.
    public static func channel(_ channelId: String) -> PushType { PushType(channel: channelId) }
}
