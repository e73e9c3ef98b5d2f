// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialSnapshots
    import SubdialSystem
    import FoundationEssentials
    import Synchronization
    import Testing

    /// Finds the references that no assertion of a complete test run has used.
    ///
    /// A run is complete if it has no filter, and passes: after a failure, a test may not have come to its assertions. XCTest and Swift Testing run in
    /// a process each, so the second one knows what the first has used. What a test did not come to, because it is skipped or its library did not
    /// run, is not told: a reference is obsolete only if its test has run without using it, or is no longer in the source, or the source is gone.
    final class ObsoleteReferences: Sendable {
        static let shared = ObsoleteReferences()

        /// What a source file has asserted.
        struct Usage: Codable, Sendable, Equatable {
            /// The path of the source file.
            var file: String
            /// The names of used references, with the folder that is named for the file.
            var ids: Set<String> = []
            /// The functions that have asserted something, without parameters.
            var functions: Set<String> = []
        }

        private let usages = Mutex<[String: Usage]>([:])

        /// Records that an assertion has used a reference.
        ///
        /// - Parameter id: The name of the reference; nil for an assertion whose text is in the source.
        func use(_ id: String?, at place: AssertionPlace, function: String) {
            usages.withLock { usages in
                usages["\(place.filePath)", default: Usage(file: "\(place.filePath)")].ids.formUnion(id.map { [$0] } ?? [])
                // A helper may assert for the test.
                let names = [function] + (Test.current?.id.nameComponents ?? [])
                usages["\(place.filePath)"]?.functions.formUnion(names.map { String($0.prefix { $0 != "(" }) })
            }
        }

        /// What this process has used.
        var used: [Usage] { usages.withLock { $0.values.sorted { $0.file < $1.file } } }

        /// Tells or removes what is obsolete at the end of the process, and leaves what was used to the run's next one.
        ///
        /// - Parameter status: The exit status of the process.
        func finish(status: Int32, arguments: [String], environment: [String: String]) {
            guard Self.isComplete(arguments), !used.isEmpty else { return }
            do {
                let all = try TestReport.shared.merge(used, passed: status == 0)
                guard let all else { return }
                let obsolete = try TestReport.shared.untold(Self.obsolete(all))
                guard !obsolete.isEmpty else { return }
                guard environment["SUBDIAL_SNAPSHOTS_OBSOLETE"] == "remove", !Self.isCI(environment) else {
                    let list = obsolete.map { "  \($0.folder)/\($0.id)\n" }.joined()
                    LostFailure.complain(
                        "subdial: no test uses these references any more; SUBDIAL_SNAPSHOTS_OBSOLETE=remove removes them in a complete run:\n\(list)"
                    )
                    return
                }
                for reference in obsolete {
                    try ReferenceFolder(path: reference.folder, platforms: ReferenceFolder.currentPlatforms).remove(reference.id)
                    LostFailure.complain("subdial: removed \(reference.folder)/\(reference.id)\n")
                }
            } catch {
                LostFailure.complain("subdial: obsolete references cannot be found: \(error)\n")
            }
        }

        /// True for the arguments of a process that runs all tests of its library.
        static func isComplete(_ arguments: [String]) -> Bool {
            var rest = arguments.dropFirst()
            while let argument = rest.popFirst() {
                let name = argument.prefix { $0 != "=" }
                if ["--filter", "--skip", "--repetitions", "--list-tests", "-l", "--dump-tests-json"].contains(name) || argument == "list" {
                    return false
                }
                // Without a dash it is the value of an option, or a test that XCTest is to run.
                if !argument.hasPrefix("-") {
                    guard argument.hasSuffix(".xctest") else { return false }
                } else if !argument.contains("="), let value = rest.first, !value.hasPrefix("-") {
                    rest.removeFirst()
                }
            }
            return true
        }

        private static func isCI(_ environment: [String: String]) -> Bool {
            environment["CI"].map { !$0.isEmpty && $0 != "false" && $0 != "0" } ?? false
        }

        /// The references that are obsolete after assertions in these files.
        static func obsolete(_ usages: [Usage]) -> [ReferencePlace] {
            let folders = Dictionary(grouping: usages) { String($0.file[..<($0.file.lastIndex(of: "/") ?? $0.file.startIndex)]) }
            return folders.sorted { $0.key < $1.key }.flatMap { folder, usages in
                let references = ReferenceFolder(path: "\(folder)/__Snapshots__", platforms: ReferenceFolder.currentPlatforms)
                let used = usages.reduce(into: Set<String>()) { $0.formUnion($1.ids) }
                var sources: [String: String?] = [:]
                return references.obsolete(keeping: used).filter { id in
                    // A reference has the folder of its file; other files in `__Snapshots__` are no references of tests.
                    guard let slash = id.firstIndex(of: "/") else { return false }
                    let (name, rest) = (String(id[..<slash]), String(id[id.index(after: slash)...]))
                    let text = sources[name] ?? Self.source(name, in: folder)
                    sources[name] = text
                    guard let text else { return true }
                    let usage = usages.first { $0.file.hasSuffix("/\(name).swift") }
                    return isObsolete(rest, source: text, functions: usage?.functions ?? [])
                }.map { ReferencePlace(folder: references.path, id: $0) }
            }
        }

        /// The text of the file that a folder of references is named for; nil if there is none.
        private static func source(_ name: String, in folder: String) -> String? {
            FileManager.default.contents(atPath: "\(folder)/\(name).swift").map { String(decoding: $0, as: UTF8.self) }
        }

        /// True for a reference that its file cannot use any more.
        private static func isObsolete(_ name: String, source: String, functions: Set<String>) -> Bool {
            let (tests, hasHelpers) = tests(in: source)
            // Tests of other files may use helpers.
            guard !tests.isEmpty else { return !hasHelpers }
            if let test = name.split(separator: ".").map(String.init).first(where: { tests[$0] != nil }) { return functions.contains(test) }
            // Of a reference with a name of its own, the test is not known: all tests of the file have to have run.
            guard !functions.isEmpty, ![".disabled(", ".enabled(", "XCTSkip"].contains(where: source.contains) else { return false }
            let anyMayAssert = hasHelpers || !tests.values.contains(true)
            return tests.allSatisfy { name, asserts in functions.contains(name) || !asserts && !anyMayAssert }
        }

        /// The functions of a source that can be tests, and whether snapshots are named in them; and whether they are named elsewhere.
        private static func tests(in source: String) -> (tests: [String: Bool], hasHelpers: Bool) {
            var tests: [String: Bool] = [:]
            var (isMarked, hasHelpers) = (false, false)
            var current: String?
            for line in source.split(separator: "\n") where !line.hasPrefix("import ") {
                if line.contains("@Test") { isMarked = true }
                if let range = line.firstRange(of: "func ") {
                    let name = String(line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                    current = isMarked || name.hasPrefix("test") ? name : nil
                    isMarked = false
                    if let current { tests[current] = tests[current] ?? false }
                }
                guard line.contains("Snapshot") else { continue }
                if let current { tests[current] = true } else { hasHelpers = true }
            }
            return (tests, hasHelpers)
        }
    }
#endif
