// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation

    /// The state of a process, from `/proc`.
    struct ProcessProbe: Hashable {
        let id: pid_t

        private func text(_ name: String) -> String {
            // Foundation stops at the first short read of such a file, because its reported size is 0.
            let file = open("/proc/\(id)/\(name)", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return "" }
            defer { close(file) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 16 * 1024)
            while case let count = read(file, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
            return String(decoding: bytes, as: UTF8.self)
        }

        var arguments: [String] { text("cmdline").split(separator: "\0").map(String.init) }
        var environment: [String] { text("environ").split(separator: "\0").map(String.init) }
        /// The state `R`, `S`, `T` or `Z`; nil if the process does not exist.
        var state: Character? { statusFields.first?.first }
        /// False if the process has ended, even if it has not been waited for.
        var runs: Bool { ![nil, "Z"].contains(state) }
        /// The processor time used so far, in seconds.
        var processorSeconds: Double {
            // Fields 14 and 15 of proc_pid_stat(5); the array starts with field 3.
            let ticks = statusFields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
            return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
        var parent: pid_t? { statusFields.dropFirst().first.flatMap { pid_t($0) } }
        /// The resident memory in KiB, with the pages of files.
        var residentKilobytes: Int { kilobytes("VmRSS:") }
        /// The largest resident memory so far in KiB.
        var peakKilobytes: Int { kilobytes("VmHWM:") }
        /// The resident memory in KiB that is in no file.
        var ownKilobytes: Int { kilobytes("RssAnon:") }

        private func kilobytes(_ name: String) -> Int {
            let line = text("status").split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
        }

        private var statusFields: [Substring] {
            let stat = text("stat")
            guard let end = stat.lastIndex(of: ")") else { return [] }
            return stat[stat.index(after: end)...].split(separator: " ")
        }

        /// The targets of the open descriptors.
        var descriptors: [String] {
            let folder = "/proc/\(id)/fd"
            return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        }

        /// The number of established connections to a port.
        func connections(toPort port: Int) -> Int {
            let own = Set(descriptors)
            return ["net/tcp", "net/tcp6"].flatMap { text($0).split(separator: "\n").dropFirst() }.count { line in
                let fields = line.split(separator: " ")
                guard fields.count > 9, fields[3] == "01" else { return false }
                return fields[2].hasSuffix(":" + String(format: "%04X", port)) && own.contains("socket:[\(fields[9])]")
            }
        }

        static var all: [ProcessProbe] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0).map(ProcessProbe.init(id:)) }
        }

        var children: [ProcessProbe] { Self.all.filter { $0.parent == id } }
    }
#endif
