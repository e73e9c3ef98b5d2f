import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialFeeds
import SubdialSystem

/// A feed that cannot start: the bar shows the reason, because it shows nothing of a program that ends.
///
/// On a terminal, and with `--once`, the command ends with an exit code.
struct StalledFeed {
    /// The interval between two attempts to start, so that a corrected file is seen at once.
    private static let pause = Duration.seconds(1)

    private let format: FeedFormat
    private let columns: Int?
    /// The path of the file that receives the lines instead of stdout; nil for stdout.
    private let output: String?
    private let isOnce: Bool
    private let context: CommandContext

    /// - Parameters:
    ///   - format: The name of the format, which may be wrong too.
    ///   - output: The path as written.
    init(format name: String, columns: Int?, output: String?, isOnce: Bool, in context: CommandContext) {
        let nearest = Suggestion.nearest(to: name, among: FeedFormat.names)
        format = (try? FeedFormat.named(name)) ?? nearest.flatMap { try? FeedFormat.named($0) } ?? .plain
        self.columns = columns.flatMap { (1...FeedOptions.maximumWidth).contains($0) ? $0 : nil }
        self.output = output.map(context.path)
        self.isOnce = isOnce
        self.context = context
    }

    /// The feed of a command line that the parser refuses; nil for another command.
    init?(_ arguments: [String], in context: CommandContext) {
        let isOnce: Bool
        switch FrontRoute(arguments) {
        case .attach(.feed): isOnce = false
        case .attach(.feedOnce): isOnce = true
        default: return nil
        }
        func value(_ name: String) -> String? {
            for (index, argument) in arguments.enumerated() {
                if argument.hasPrefix("\(name)=") { return String(argument.dropFirst(name.count + 1)) }
                if argument == name { return arguments.dropFirst(index + 1).first }
            }
            return nil
        }
        self.init(
            format: value("--format") ?? "plain", columns: value("--width").flatMap { Int($0) }, output: value("--output") ?? value("-o"),
            isOnce: isOnce, in: context)
    }

    /// True if the feed stays, so that its bar shows the error; a process without an engine does not see that its reader is gone.
    private var stays: Bool { !isOnce && !context.outputIsTerminal && context.session != nil }

    /// Shows an error that no change of a file corrects, while the output has a reader.
    func show(_ message: String) async {
        _ = await write(message, isFirst: true)
        while stays, (try? await Task.sleep(for: .seconds(3600))) != nil {}
    }

    /// Shows an error until `retry` succeeds.
    ///
    /// - Returns: The value of `retry`, and the line that the bar shows.
    /// - Throws: The error, if the feed does not stay.
    func wait<Value>(
        after error: any Error, retry: () async throws -> Value
    ) async throws -> (value: Value, line: String) {
        var message = CommandFailure(error).message
        if stays { context.complain(message) }
        var line = await write(message, isFirst: true)
        guard stays else { throw error }
        while true {
            try await Task.sleep(for: Self.pause)
            do {
                return (try await retry(), line)
            } catch {
                let next = CommandFailure(error).message
                guard next != message else { continue }
                message = next
                context.complain(message)
                line = await write(message, isFirst: false)
            }
        }
    }

    /// Writes the line of an error, and returns it; scripts that run the command once receive only its exit code.
    private func write(_ message: String, isFirst: Bool) async -> String {
        let line = format.line(for: FeedFault(message), columns: columns)
        guard stays || isOnce && !context.outputIsTerminal && !format.traits.contains(.scripts) else { return line }
        if let output {
            _ = try? AtomicFile.write(Array((line + "\n").utf8), to: output)
        } else if isOnce {
            await context.print(line)
        } else {
            if isFirst, context.resume == nil, !format.preamble.isEmpty { await context.write(format.preamble) }
            context.writeLine(line)
        }
        return line
    }
}
