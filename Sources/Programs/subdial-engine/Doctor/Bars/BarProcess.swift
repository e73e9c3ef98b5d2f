import FoundationEssentials
import Glibc

/// A running bar of this user, whose environment its commands have.
struct BarProcess {
    private static let maximumLength = 1 << 17

    let name: String
    let environment: [String: String]
    /// The configuration file that its command line names; nil if it names none.
    let configuration: String?

    /// The processes of this user with this home folder.
    static func all(home: String) -> [BarProcess] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        return numbers.sorted().compactMap { BarProcess($0, home: home) }
    }

    private init?(_ number: Int32, home: String) {
        let folder = "/proc/\(number)"
        var status = stat()
        guard stat(folder, &status) == 0, status.st_uid == geteuid() else { return nil }
        name = String(Self.text("\(folder)/comm").prefix { $0 != "\n" })
        var environment: [String: String] = [:]
        for assignment in Self.texts("\(folder)/environ") {
            guard let sign = assignment.firstIndex(of: "=") else { continue }
            environment[String(assignment[..<sign])] = String(assignment[assignment.index(after: sign)...])
        }
        guard environment["HOME"] == home else { return nil }
        self.environment = environment
        let arguments = Self.texts("\(folder)/cmdline")
        let option = arguments.firstIndex { ["-c", "--config", "-f"].contains($0) }
        let written = option.flatMap { arguments.dropFirst($0 + 1).first } ?? arguments.first { $0.hasPrefix("--config=") }?.dropFirst(9)
        configuration = written.flatMap { Self.file(String($0), of: folder, home: home) }
    }

    /// The file that a command line names; nil if there is none, also because the process has changed its folder.
    private static func file(_ written: String, of process: String, home: String) -> String? {
        var path = written.hasPrefix("~/") ? home + written.dropFirst() : written
        if !path.hasPrefix("/") {
            guard let start = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/cwd") else { return nil }
            path = "\(start)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
        }
        // eww takes a folder.
        return [path, "\(path)/eww.yuck"].first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }

    private static func texts(_ path: String) -> [Substring] { text(path).split(separator: "\0") }

    /// The text of a file of procfs, whose size is not known before.
    private static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.count < maximumLength {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
