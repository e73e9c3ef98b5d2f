// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import SubdialTestSupport

    /// A running process whose output is read line by line.
    final class LineReader {
        struct Ended: Error {
            let lines: [String]
        }

        let process: Process
        private let pipe = Pipe()
        private var waiting: [UInt8] = []
        private(set) var lines: [String] = []

        init(_ process: Process) {
            self.process = process
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
        }

        func start() throws { try process.runUnblocked() }

        func stop() {
            guard process.isRunning else { return }
            process.terminate()
            process.waitUntilExit()
        }

        /// Returns the next line that `matches`; earlier ones are in ``lines``.
        func next(where matches: (String) -> Bool = { _ in true }) async throws -> String {
            while true {
                while let end = waiting.firstIndex(of: 0x0A) {
                    let line = String(decoding: waiting[..<end], as: UTF8.self)
                    waiting.removeSubrange(...end)
                    lines.append(line)
                    if matches(line) { return line }
                }
                let handle = pipe.fileHandleForReading
                let data = await Task.detached { handle.availableData }.value
                guard !data.isEmpty else { throw Ended(lines: lines) }
                waiting += data
            }
        }
    }
#endif
