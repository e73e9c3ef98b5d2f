// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import SubdialSnapshots
    import SubdialSystem

    extension FuzzTarget {
        /// The files of a snapshot run: whatever is accepted of a report or a record names only files in its own folder.
        static let report = FuzzTarget("report", seeds: ["Fixtures/upgrade/0.1.0/suite"], dictionary: "report") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let path = try? ConfinedPath(text) { check(path, text) }
            let record = try? ReportReading.record(bytes)
            if let record {
                require((1...RunRecord.maximumShards).contains(record.shards), "there are \(record.shards) shards")
                for platform in record.platforms {
                    require(!platform.utf8.contains { "/.".utf8.contains($0) }, "a platform leads elsewhere")
                }
            }
            let report = try ReportReading.report(bytes)
            for item in report.cases {
                for (file, folder) in [
                    (item.expected, "expected"), (item.actual, "actual"), (item.difference, "difference"), (item.expectedText, "expected"),
                    (item.actualText, "actual"),
                ] {
                    guard let file else { continue }
                    require((try? ConfinedPath(file)) != nil, "a path leads out of the folder")
                    require(file.utf8.starts(with: item.place(in: folder).utf8), "a path is that of another snapshot")
                    check(try ConfinedPath(file), file)
                }
                if item.drawnLevels != nil { check(try ConfinedPath(item.place(in: "actual")), item.place(in: "actual")) }
                let lines =
                    [item.id, item.group] + item.nodeChanges + item.fontWarnings + item.message.split(separator: "\n").map(String.init)
                require(!lines.contains { $0.unicodeScalars.contains(where: \.steersTerminals) }, "a text steers terminals")
            }
            require(Set(report.cases.map(\.id)).count == report.cases.count, "a snapshot is there twice")
            let written = try JSONReport.text(report)
            let again = try? ReportReading.report(Array(written.utf8))
            require(again?.cases.map(\.id) == report.cases.map(\.id), "a report that was written is not read")
            require(try !HTMLReport.text(report).contains("<script>alert"), "a text is markup")
            _ = JUnitReport.text(report)
            _ = GitHubSummary.text(report, folder: nil)
            let commands = GitHubAnnotations.text(report).split(separator: "\n")
            require(
                commands.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") || $0.hasPrefix("::notice ") },
                "a text is a command")
            if let record { _ = try SnapshotReport.merged([(report, record)]) }
        }

        /// Checks byte by byte, as the kernel does, that a path stays below its folder.
        private static func check(_ path: ConfinedPath, _ text: String) {
            let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
            require(parts == path.parts.map { Array($0.utf8) }, "a path has other parts")
            for part in parts {
                require(
                    !part.isEmpty && part != Array(".".utf8) && part != Array("..".utf8) && !part.contains(0),
                    "a path leads out of its folder")
            }
        }
    }
#endif
