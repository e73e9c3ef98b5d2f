import Foundation

/// A log of a part of a program.
///
/// It goes nowhere, so that a picture does not depend on it, unless the environment variable `SUBDIAL_LOG` is set: then to the standard error.
public struct Logger: Sendable {
    private let category: String
    private let isEnabled: Bool

    public init() { self.init(subsystem: "", category: "") }

    public init(subsystem: String, category: String) {
        self.category = category
        isEnabled = ProcessInfo.processInfo.environment["SUBDIAL_LOG"] != nil
    }

    public init(_ logObj: OSLog) { self.init(subsystem: logObj.subsystem, category: logObj.category) }

    public func log(_ message: @autoclosure () -> OSLogMessage) { write("log", message) }
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) { write(level.name, message) }
    public func trace(_ message: @autoclosure () -> OSLogMessage) { write("trace", message) }
    public func debug(_ message: @autoclosure () -> OSLogMessage) { write("debug", message) }
    public func info(_ message: @autoclosure () -> OSLogMessage) { write("info", message) }
    public func notice(_ message: @autoclosure () -> OSLogMessage) { write("notice", message) }
    public func warning(_ message: @autoclosure () -> OSLogMessage) { write("warning", message) }
    public func error(_ message: @autoclosure () -> OSLogMessage) { write("error", message) }
    public func critical(_ message: @autoclosure () -> OSLogMessage) { write("critical", message) }
    public func fault(_ message: @autoclosure () -> OSLogMessage) { write("fault", message) }

    private func write(_ level: String, _ message: () -> OSLogMessage) {
        guard isEnabled else { return }
        FileHandle.standardError.write(Data("\(level)\(category.isEmpty ? "" : " [\(category)]"): \(message().text)\n".utf8))
    }
}
