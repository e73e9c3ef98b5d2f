#if canImport(Testing)
    import Foundation
    import Testing

    /// Programs of others that tests run, each looked for in the way in which it is run.
    ///
    /// `Scripts/install-dependencies --test` installs them. A test whose program is not here, or cannot run here, is skipped with the reason.
    public enum Tool {
        /// The system's Python, which has the modules that the system packages; another one on the PATH may have none of them.
        public static let python = "/usr/bin/python3"

        /// Where a program is; nil where it is not installed.
        public static func path(_ name: String) -> String? {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            return (folders + ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
                .first(where: FileManager.default.isExecutableFile)
        }

        /// True where all of these programs are installed.
        public static func has(_ names: String...) -> Bool { names.allSatisfy { path($0) != nil } }

        /// The words before a command that has to run as somebody who is not root: none for anybody else, and nil where root may not become
        /// another user.
        ///
        /// A container often refuses namespaces of users, and a user namespace that is already there may have no other users. It is "nobody",
        /// whom every system knows by name: a message bus asks for that.
        public static let ordinaryUser: [String]? = {
            guard getuid() == 0 else { return [] }
            return [
                ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"],
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"],
            ].first { succeeds($0 + ["true"]) }
        }()

        /// Why tests that need ``ordinaryUser`` are skipped.
        public static let needsOrdinaryUser: Comment = "it refuses to run as root, and root may not become another user here"

        /// True where a command ends with 0; what it prints is lost.
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

        /// A need that this machine does not meet.
        public struct Missing: Error, CustomStringConvertible {
            /// What is needed.
            public let description: String
        }

        /// Ends the test case that calls it as skipped, with the reason.
        public static func skip(_ reason: String) throws -> Never {
            #if compiler(>=6.3)
                try Test.cancel(Comment(rawValue: reason))
            #else
                throw Missing(description: reason)
            #endif
        }

        /// Skips the test case where one of these programs is not installed.
        public static func need(_ names: String...) throws {
            for name in names where path(name) == nil { try skip("needs \(name)") }
        }
    }
#endif
