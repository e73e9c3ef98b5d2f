#if canImport(Testing)
    import Foundation
    import Testing

    /// External programs that tests run, each found in the same way as it is run.
    ///
    /// `Scripts/install-dependencies --test` installs them. A test whose program is missing, or cannot run here, is skipped with the
    /// reason.
    public enum Tool {
        /// The system's Python, which has the modules of system packages; another one on the PATH may lack them.
        public static let python = "/usr/bin/python3"

        /// The path of a program; nil if it is not installed.
        public static func path(_ name: String) -> String? {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            return (folders + ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
                .first(where: FileManager.default.isExecutableFile)
        }

        /// True if all of these programs are installed.
        public static func has(_ names: String...) -> Bool { names.allSatisfy { path($0) != nil } }

        /// The command prefix for programs that must not run as root: empty if the process is not root, nil if root cannot change to
        /// another user.
        ///
        /// Containers often forbid user namespaces, and an existing user namespace may contain no other users. The user is "nobody", which
        /// has a name on every system, as a message bus requires.
        public static let ordinaryUser: [String]? = {
            guard getuid() == 0 else { return [] }
            return [
                ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"],
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"],
            ].first { succeeds($0 + ["true"]) }
        }()

        /// The reason for skipping tests that need ``ordinaryUser``.
        public static let needsOrdinaryUser: Comment = "it refuses to run as root, and root may not become another user here"

        /// Runs a command without output; returns true if it exits with 0.
        public static func succeeds(_ command: [String]) -> Bool {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            (process.standardInput, process.standardOutput, process.standardError) = (
                FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
            )
            guard (try? process.runUnblocked()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        /// A requirement that this machine does not meet.
        public struct Missing: Error, CustomStringConvertible {
            /// The requirement.
            public let description: String
        }

        /// Skips the calling test case, with the reason.
        public static func skip(_ reason: String) throws -> Never {
            #if compiler(>=6.3)
                try Test.cancel(Comment(rawValue: reason))
            #else
                throw Missing(description: reason)
            #endif
        }

        /// Skips the test case if one of these programs is not installed.
        public static func need(_ names: String...) throws {
            for name in names where path(name) == nil { try skip("needs \(name)") }
        }
    }
#endif
