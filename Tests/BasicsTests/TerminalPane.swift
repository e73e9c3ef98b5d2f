import Foundation
import SubdialTestSupport

/// A pane of a real tmux.
enum TerminalPane {
    struct NoAnswer: Error, CustomStringConvertible {
        let description: String
    }

    /// A program in the pane.
    ///
    /// It writes each text at the start of the line, and asks for the position of the cursor. The replies go to a file.
    private static let program = #"""
        stty raw -echo
        exec 3<texts 4>replies
        while IFS= read -r text <&3; do
          printf '\r\033[K%s\033[6n' "$text"
          IFS=';' read -r -d R row column
          echo "$((column - 1))" >&4
        done
        mv replies columns
        exec sleep 1800
        """#

    /// Closes the descriptors that the server would keep open: Foundation considers a process running until all of them are closed.
    private static let alone = #"for n in $(ls /proc/$$/fd); do [ "$n" -gt 2 ] && eval "exec $n>&-"; done; exec tmux "$@""#

    /// Returns the columns that each text takes in a line of 2000, as tmux moves its cursor; the texts are without control characters.
    static func columns(of texts: [String]) async throws -> [Int] {
        let folder = try TemporaryFolder()
        try program.write(toFile: folder.path("program"), atomically: true, encoding: .utf8)
        try texts.map { $0 + "\n" }.joined().write(toFile: folder.path("texts"), atomically: true, encoding: .utf8)
        _ = try tmux(folder, "-u", "-f", "/dev/null", "new-session", "-d", "-x", "2000", "-y", "3", "LC_ALL=C exec bash program")
        defer { _ = try? tmux(folder, "kill-server") }
        let deadline = ContinuousClock.now + .seconds(900)
        while !FileManager.default.fileExists(atPath: folder.path("columns")) {
            guard ContinuousClock.now < deadline else { throw NoAnswer(description: "tmux gave no positions of its cursor") }
            try await Task.sleep(for: .milliseconds(20))
        }
        let columns = try String(contentsOfFile: folder.path("columns"), encoding: .utf8).split(separator: "\n").compactMap { Int($0) }
        // The reply to the program is what tmux itself calls the position of the cursor.
        let last = try tmux(folder, "display", "-p", "#{cursor_x}").trimmingCharacters(in: .newlines)
        guard columns.count == texts.count, last == columns.last.map(String.init) ?? "0" else {
            throw NoAnswer(
                description: "\(columns.count) positions for \(texts.count) texts, the last \(columns.last ?? 0), for tmux \(last)")
        }
        return columns
    }

    /// The version of tmux, as 3.3 for "tmux 3.3a".
    static var version: Double {
        get throws {
            let words = try tmux(TemporaryFolder(), "-V")
            return Double(words.filter { $0.isNumber || $0 == "." }) ?? 0
        }
    }

    private static func tmux(_ folder: TemporaryFolder, _ arguments: String...) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: Tool.path("bash") ?? "bash")
        process.arguments = ["-c", alone, "bash", "-S", folder.path("tmux")] + arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TMUX") }
        (environment["LC_ALL"], environment["TERM"]) = ("C.UTF-8", "xterm")
        process.environment = environment
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        try process.runUnblocked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
