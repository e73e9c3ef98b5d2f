// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import SubdialArchives

    extension FuzzTarget {
        /// An archive is refused, or its files are within the limits, below its folder, and each at a place of its own.
        static let archive = FuzzTarget("archive") { bytes in
            let limits = ArchiveLimits(bytes: 1 << 20, entries: 50)
            let files = try Archive(bytes, limits: limits).files
            require(files.count <= limits.entries, "an archive has \(files.count) files")
            require(files.reduce(0) { $0 + $1.bytes.count } <= limits.bytes, "the files are larger than the limit")
            require(Set(files.map(\.path)).count == files.count, "two files have one path")
            require(
                !files.contains { $0.path.parts.contains { [".", "..", ""].contains($0) || $0.contains("/") } }, "a path leads elsewhere")
        }
    }
#endif
