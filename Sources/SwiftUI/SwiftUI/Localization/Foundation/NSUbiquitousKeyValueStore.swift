public import Foundation

/// The values that an app keeps in iCloud: here those of this process alone, which has none at its beginning.
open class NSUbiquitousKeyValueStore: NSObject, @unchecked Sendable {
    public static let `default` = NSUbiquitousKeyValueStore()

    /// The name of a notification that is never sent here.
    public static let didChangeExternallyNotification = NSNotification.Name("NSUbiquitousKeyValueStoreDidChangeExternallyNotification")

    // Unchecked: the lock protects the values.
    private let lock = NSLock()
    private var values: [String: Any] = [:]

    open func object(forKey aKey: String) -> Any? { lock.withLock { values[aKey] } }
    open func string(forKey aKey: String) -> String? { object(forKey: aKey) as? String }
    open func array(forKey aKey: String) -> [Any]? { object(forKey: aKey) as? [Any] }
    open func dictionary(forKey aKey: String) -> [String: Any]? { object(forKey: aKey) as? [String: Any] }
    open func data(forKey aKey: String) -> Data? { object(forKey: aKey) as? Data }
    open func longLong(forKey aKey: String) -> Int64 { number(aKey)?.int64Value ?? 0 }
    open func double(forKey aKey: String) -> Double { number(aKey)?.doubleValue ?? 0 }
    open func bool(forKey aKey: String) -> Bool { number(aKey)?.boolValue ?? false }

    open func set(_ anObject: Any?, forKey aKey: String) { lock.withLock { values[aKey] = anObject } }
    open func set(_ aString: String?, forKey aKey: String) { store(aString, aKey) }
    open func set(_ aData: Data?, forKey aKey: String) { store(aData, aKey) }
    open func set(_ anArray: [Any]?, forKey aKey: String) { store(anArray, aKey) }
    open func set(_ aDictionary: [String: Any]?, forKey aKey: String) { store(aDictionary, aKey) }
    open func set(_ value: Int64, forKey aKey: String) { store(NSNumber(value: value), aKey) }
    open func set(_ value: Double, forKey aKey: String) { store(NSNumber(value: value), aKey) }
    open func set(_ value: Bool, forKey aKey: String) { store(NSNumber(value: value), aKey) }

    open func removeObject(forKey aKey: String) { store(nil, aKey) }

    open var dictionaryRepresentation: [String: Any] { lock.withLock { values } }

    /// False: there is nothing to synchronize with.
    @discardableResult
    open func synchronize() -> Bool { false }

    private func store(_ value: Any?, _ key: String) { lock.withLock { values[key] = value } }

    private func number(_ key: String) -> NSNumber? { object(forKey: key) as? NSNumber }
}

// swift-format-ignore
public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
// swift-format-ignore
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"
// swift-format-ignore
public let NSUbiquitousKeyValueStoreServerChange = 0
// swift-format-ignore
public let NSUbiquitousKeyValueStoreInitialSyncChange = 1
// swift-format-ignore
public let NSUbiquitousKeyValueStoreQuotaViolationChange = 2
// swift-format-ignore
public let NSUbiquitousKeyValueStoreAccountChange = 3
