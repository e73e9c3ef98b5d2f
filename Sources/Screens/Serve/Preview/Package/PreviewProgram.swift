import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialWidgets
import Subprocess
import Synchronization

/// A running program of a package, which answers the requests of a preview one after another.
final class PreviewProgram: Sendable {
    /// Why a program does not answer.
    struct Ended: Error, Sendable {
        /// What has happened, without the last lines.
        let reason: String
        /// The last lines of the standard error stream.
        let lines: [String]
        /// True for a question that the program had not begun with: another process can answer it.
        var isUnasked = false
    }

    private struct Question: Sendable {
        /// Receives the answer; nil for a question whose answer nobody needs.
        let answer: CheckedContinuation<Result<JSONValue, Ended>, Never>?
    }

    private struct State {
        /// The questions without an answer, in their order; nil after the end.
        var open: [Question]? = []
        var reason: String?
        var lines: [String] = []
        var end: Ended?
    }

    /// The maximum time of an answer.
    static let patience = Duration.seconds(PreviewProtocol.patience)
    /// The number of stored lines of the standard error stream.
    private static let mostLines = 40

    /// The program receives the questions in the order in which they wait for answers.
    private let state = EffectLock(State())
    private let questions: AsyncStream<String>.Continuation
    private let running = Mutex<Task<Void, Never>?>(nil)

    /// The number of questions without an answer.
    var load: Int { state.withLock { $0.open?.count ?? 0 } }
    /// True after the program has ended.
    var hasEnded: Bool { state.withLock { $0.open == nil } }

    /// Starts a program.
    init(_ path: String, in folder: String, environment: [String: String]) {
        let (stream, questions) = AsyncStream<String>.makeStream()
        self.questions = questions
        let owner: @Sendable () -> PreviewProgram? = { [weak self] in self }
        running.withLock {
            $0 = Task {
                let reason = await Self.run(path, folder, environment, stream, owner)
                owner()?.end(reason)
            }
        }
    }

    deinit { kill() }

    /// Asks, and waits for the answer.
    func ask(_ request: JSONValue) async throws(Ended) -> JSONValue {
        let result = await withCheckedContinuation { continuation in
            if let end = add(Question(answer: continuation), request) { continuation.resume(returning: .failure(end)) }
        }
        return try result.get()
    }

    /// Asks before all later questions, and waits for no answer.
    func send(_ request: JSONValue) { _ = add(Question(answer: nil), request) }

    /// Adds a question; returns the end of a program that does not answer any more.
    private func add(_ question: Question, _ request: JSONValue) -> Ended? {
        let text = request.text()
        return state.change { state, effects in
            guard state.open != nil else { return state.end ?? Ended(reason: "the program has ended", lines: []) }
            state.open?.append(question)
            effects.add { [questions] in questions.yield(text) }
            return nil
        }
    }

    /// Ends the program after its open questions.
    func finish() { questions.finish() }

    /// Ends the program now.
    func kill() { running.withLock { $0 }?.cancel() }

    /// Ends the program now, and waits until its process is gone.
    func stop() async {
        kill()
        await running.withLock { $0 }?.value
    }

    private func answer(_ line: String) {
        let question = state.withLock { state in state.open?.isEmpty == false ? state.open?.removeFirst() : nil }
        let answer = Result { try JSONValue(parsing: line) }.mapError { Ended(reason: "it answered no JSON: \($0)", lines: []) }
        question?.answer?.resume(returning: answer)
    }

    private func record(_ line: String) {
        // The trace of a fatal error is longer than what is stored, and its message is above.
        guard line.firstMatch(of: Self.traceLine) == nil else { return }
        state.withLock { state in
            if state.lines.count >= Self.mostLines { state.lines.removeFirst() }
            state.lines.append(String(line.prefix(2000)))
        }
    }

    private func end(_ reason: String) {
        let (open, end) = state.withLock { state in
            let end = Ended(reason: state.reason ?? reason, lines: state.lines)
            state.end = end
            defer { state.open = nil }
            return (state.open ?? [], end)
        }
        // A program that ends with what nobody waits for, such as its list, ends so each time: the question behind it is not asked again.
        let asked = open.first?.answer == nil ? 1 : 0
        for (index, question) in open.enumerated() {
            question.answer?.resume(returning: .failure(Ended(reason: end.reason, lines: end.lines, isUnasked: index > asked)))
        }
    }

    /// A line of the runtime's trace: a number, an image and an address.
    private static var traceLine: Regex<Substring> { /^\d+ +\S.* 0x[0-9a-f]{6,}/ }

    private func expire() {
        state.withLock { $0.reason = "it did not answer within \(Self.patience.components.seconds) s" }
        kill()
    }

    /// Runs the program until its questions end, and returns how it ended.
    private static func run(
        _ path: String, _ folder: String, _ environment: [String: String], _ questions: AsyncStream<String>,
        _ owner: @escaping @Sendable () -> PreviewProgram?
    ) async -> String {
        var variables = environment
        // A trace takes a second, and the message before it says more.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        do {
            let outcome = try await Subprocess.run(
                .path(.init(path)), arguments: ["answer"], environment: variables.forSubprocess, workingDirectory: .init(folder),
                platformOptions: options, input: .inputWriter, output: .sequence, error: .sequence
            ) { process in
                let errors = process.standardError
                let recording = Task {
                    for try await line in errors.strings(bufferingPolicy: .unbounded) { owner()?.record(line) }
                }
                let input = process.standardInputWriter
                var lines = process.standardOutput.strings(bufferingPolicy: .unbounded).makeAsyncIterator()
                for await question in questions {
                    // A program that has ended reads nothing: its status says more than the error of the pipe.
                    _ = try? await input.write(Array((question + "\n").utf8))
                    let watchdog = Task {
                        guard (try? await Task.sleep(for: patience)) != nil else { return }
                        owner()?.expire()
                    }
                    let line = try? await lines.next()
                    watchdog.cancel()
                    guard let line else { break }
                    owner()?.answer(line)
                }
                try? await input.finish()
                _ = await recording.result
            }
            return reason(outcome.terminationStatus)
        } catch {
            return Task.isCancelled ? "it was ended" : "it cannot be run: \(error)"
        }
    }

    private static var options: PlatformOptions {
        var options = PlatformOptions()
        // An interrupt of the terminal is only for this process.
        options.createSession = true
        return options
    }

    private static func reason(_ status: TerminationStatus) -> String {
        switch status {
        case .exited(let code): "it ended with the exit code \(code)"
        case .signaled(let signal): "it crashed with the signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}
