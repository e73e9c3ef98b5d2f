import Foundation
import SubdialBasics
import Synchronization

/// Limits the time of each picture that a program draws.
///
/// The main thread draws, so that code without an end blocks it, and nothing can stop that code. So another thread counts the time. It reports the
/// picture, and runs the program again in its own place, which goes on behind that picture.
final class DrawingWatch: Sendable {
    private struct Step {
        let name: String
        /// The place in the source, or the name of a type; nil if it is not known.
        let place: String?
        let end: ContinuousClock.Instant
        /// The number of pictures that are done if this one is left out; nil for what cannot be left out.
        let done: Int?
    }

    /// The interval between two looks at the clock, in microseconds.
    private static let pause: UInt32 = 20_000

    private let limit: Double
    private let arguments: [String]
    private let step = Mutex<Step?>(nil)

    /// Starts to watch, until the process ends.
    ///
    /// - Parameters:
    ///   - limit: The maximum seconds of a picture.
    ///   - arguments: Those of the program, without its name.
    init(limit: Double, _ arguments: [String]) {
        (self.limit, self.arguments) = (limit, arguments)
        Thread.detachNewThread { [weak self] in
            while let self {
                let late = self.step.withLock { step in step.flatMap { $0.end <= .now ? $0 : nil } }
                if let late { self.leaveOut(late) }
                usleep(Self.pause)
            }
        }
    }

    /// Runs the code that draws a picture.
    func run<Value>(_ name: String, _ place: String?, done: Int?, _ code: () throws -> Value) rethrows -> Value {
        begin(name, place, done: done)
        defer { end() }
        return try code()
    }

    /// Begins with the time of a picture.
    func begin(_ name: String, _ place: String?, done: Int?) {
        step.withLock { $0 = Step(name: name, place: place, end: .now + .seconds(limit), done: done) }
    }

    /// Ends the time of a picture.
    func end() { step.withLock { $0 = nil } }

    /// Reports a picture without an end, and runs the program again behind it.
    private func leaveOut(_ step: Step) -> Never {
        let place = step.place.map { " (\($0))" } ?? ""
        let message = "\(step.name)\(place): not drawn within \(limit.formatted()) s: the view, its provider or its preview does not return"
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        // What was printed is in a buffer that the new program does not have.
        fflush(nil)
        if let done = step.done {
            var rest = arguments
            if let old = rest.firstIndex(of: "--resume") { rest.removeSubrange(old..<min(old + 2, rest.count)) }
            let words = [CommandLine.arguments.first ?? "draw"] + rest + ["--resume", String(done)]
            var pointers = words.map { strdup($0) } + [nil]
            execv("/proc/self/exe", &pointers)
            let reason = String(cString: strerror(errno))
            FileHandle.standardError.write(Data("the other pictures are not drawn: the program cannot start again: \(reason)\n".utf8))
        }
        _exit(ExitStatus.badData.rawValue)
    }
}
