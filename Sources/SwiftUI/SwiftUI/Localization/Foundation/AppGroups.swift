public import Foundation

extension FileManager {
    /// The folder that an app shares with its extensions: here one of the user's, which need not exist.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), !groupIdentifier.hasPrefix(".") else { return nil }
        return URL.applicationSupportDirectory.appending(components: "Group Containers", groupIdentifier, directoryHint: .isDirectory)
    }
}

extension UserDefaults {
    /// The value of a key, as the key-value coding of Apple's platforms gives it.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Sets the value of a key, as the key-value coding of Apple's platforms does.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
