// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Synchronization
    import SubdialTestSupport

    /// A process whose output is read on a dedicated thread, as a bar does.
    final class FeedFront: Sendable {
        private struct State {
            var rest: [UInt8] = []
            var lines: [String] = []
            var hasEnded = false
        }

        private let launched: Mutex<Process>
        private let state = Mutex(State())
        private let errorFile: String

        var lines: [String] { state.withLock { $0.lines } }
        var last: String? { state.withLock { $0.lines.last } }
        /// True if the process has closed its standard output.
        var hasEnded: Bool { state.withLock { $0.hasEnded } }
        var isRunning: Bool { launched.withLock { $0.isRunning } }
        var processID: pid_t { launched.withLock { $0.processIdentifier } }
        var status: Int32 { launched.withLock { $0.isRunning ? -1 : $0.terminationStatus } }
        var errors: String { String(decoding: FileManager.default.contents(atPath: errorFile) ?? Data(), as: UTF8.self) }

        /// Starts a process.
        ///
        /// - Parameters:
        ///   - shell: A script for `sh`, in which `$0` is the front's path; without it the front is run with `arguments`.
        ///   - isRead: True to read the output immediately, false to wait for ``startReading()``.
        init(
            _ sandbox: Sandbox, _ arguments: [String] = [], shell: String? = nil, executable: String? = nil,
            environment: [String: String] = [:], isRead: Bool = true
        ) throws {
            let process = sandbox.process(arguments, environment: environment)
            if let shell {
                process.arguments = ["-c", shell, process.executableURL?.path ?? ""] + arguments
                process.executableURL = URL(filePath: "/bin/sh")
            } else if let executable {
                process.executableURL = URL(filePath: executable)
            }
            errorFile = sandbox.path("err-\(UUID().uuidString)")
            _ = FileManager.default.createFile(atPath: errorFile, contents: nil)
            let errors = FileHandle(forWritingAtPath: errorFile)
            process.standardError = errors
            let pipe = Pipe()
            reading = pipe.fileHandleForReading
            process.standardOutput = pipe
            try process.runUnblocked()
            // Foundation keeps a process with all its handles longer than it runs: hundreds of them would use up all descriptors.
            try pipe.fileHandleForWriting.close()
            try errors?.close()
            launched = Mutex(process)
            if isRead { startReading() }
        }

        deinit { try? reading.close() }

        private let reading: FileHandle
        /// The read end of the pipe with the front's output.
        var descriptor: Int32 { reading.fileDescriptor }

        func startReading() {
            Thread.detachNewThread { [self] in
                while true {
                    let data = reading.availableData
                    guard !data.isEmpty else { break }
                    state.withLock { take(data, &$0) }
                }
                state.withLock { $0.hasEnded = true }
            }
        }

        private func take(_ data: Data, _ state: inout State) {
            state.rest += data
            while let end = state.rest.firstIndex(of: 0x0A) {
                state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
                state.rest.removeSubrange(...end)
            }
        }

        func send(_ signal: Int32) { kill(processID, signal) }

        /// Stops the process, after its children: a shell or a tracer does not end before them.
        ///
        /// The state is read from the kernel, because Foundation reports a process as running as long as another process has inherited its
        /// descriptors.
        func stop() {
            let process = ProcessProbe(id: processID)
            guard process.runs else { return }
            for child in process.children { kill(child.id, SIGTERM) }
            for signal in [SIGCONT, SIGTERM] { send(signal) }
            let deadline = ContinuousClock.now + .seconds(10)
            while process.runs, ContinuousClock.now < deadline { usleep(5000) }
            if process.runs { send(SIGKILL) }
        }

        /// True if two consecutive lines are equal.
        var repeats: Bool {
            let lines = lines
            return zip(lines, lines.dropFirst()).contains { $0 == $1 }
        }
    }
#endif
