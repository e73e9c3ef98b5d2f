import Foundation

/// The level of a message.
public struct OSLogType: Equatable, RawRepresentable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ value: UInt8) { rawValue = value }

    public static let `default` = OSLogType(0)
    public static let info = OSLogType(1)
    public static let debug = OSLogType(2)
    public static let error = OSLogType(16)
    public static let fault = OSLogType(17)

    var name: String { [0: "log", 1: "info", 2: "debug", 16: "error", 17: "fault"][rawValue] ?? "log" }
}

/// A place for messages.
public final class OSLog: Sendable {
    let subsystem: String
    let category: String

    public init(subsystem: String, category: String) { (self.subsystem, self.category) = (subsystem, category) }

    public static let `default` = OSLog(subsystem: "", category: "")
    public static let disabled = OSLog(subsystem: "", category: "")
}

/// Who may see a value of a message: here everybody who turns the log on.
public struct OSLogPrivacy: Sendable {
    /// What is kept of a private value.
    public enum Mask: Sendable { case hash, none }

    public static let `public` = OSLogPrivacy()
    public static let `private` = OSLogPrivacy()
    public static let sensitive = OSLogPrivacy()
    public static let auto = OSLogPrivacy()

    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
}

/// A message with its values.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    /// Collects the parts of a message.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        public mutating func appendLiteral(_ literal: String) { text += literal }

        public mutating func appendInterpolation<T>(_ value: @autoclosure () -> T, privacy: OSLogPrivacy = .auto) { text += "\(value())" }

        /// Pads the value to a number of columns.
        public mutating func appendInterpolation<T>(
            _ value: @autoclosure () -> T, align: OSLogStringAlignment, privacy: OSLogPrivacy = .auto
        ) { text += align.padded("\(value())") }

        /// Writes a number with a number of digits.
        public mutating func appendInterpolation<T: BinaryFloatingPoint>(
            _ number: @autoclosure () -> T, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
        ) { text += align.padded(format.text(Double(number()))) }
    }

    let text: String

    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    public init(stringLiteral value: String) { text = value }
}

/// The alignment of a value in a message.
public struct OSLogStringAlignment: Sendable {
    private var columns = 0
    private var isRight = false

    public static let none = OSLogStringAlignment()

    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns) }
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: true) }

    func padded(_ text: String) -> String {
        let space = String(repeating: " ", count: min(max(columns - text.count, 0), 200))
        return isRight ? space + text : text + space
    }
}

/// The form of a number in a message.
public struct OSLogFloatFormatting: Sendable {
    private var precision: Int?

    public static let fixed = OSLogFloatFormatting(precision: 6)

    public static func fixed(precision: Int) -> OSLogFloatFormatting { OSLogFloatFormatting(precision: precision) }

    func text(_ number: Double) -> String { precision.map { String(format: "%.\(min(max($0, 0), 60))f", number) } ?? "\(number)" }
}

/// Writes a message in the form of C's `printf`; the values are not shown.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ args: any CVarArg...) {
    Logger(log).log(level: type, "\(message)")
}

/// Writes a message.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: @autoclosure () -> OSLogMessage) {
    Logger(log).log(level: type, message())
}

/// An interval of a program that is measured on Apple's platforms: no effect in a picture.
public struct OSSignposter: Sendable {
    public init() {}

    public init(subsystem: String, category: String) {}
}

/// A lock around a value.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage {
        let lock = NSLock()
        var state: State

        init(_ state: State) { self.state = state }
    }

    private let storage: Storage

    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

    public init() where State == Void { storage = Storage(()) }

    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try storage.lock.withLock { try body(&storage.state) }
    }

    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.lock.withLock { try body(&storage.state) }
    }

    public func lock() where State == Void { storage.lock.lock() }

    public func unlock() where State == Void { storage.lock.unlock() }
}
