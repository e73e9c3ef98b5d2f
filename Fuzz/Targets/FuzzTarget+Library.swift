// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialLibrary

    extension FuzzTarget {
        /// Music files, read by the process that `SUBDIAL_TAGS` names: whatever becomes of it, this process goes on.
        static let tags = FuzzTarget("tags") { bytes in
            let path = "\(FileManager.default.temporaryDirectory.path())/subdial-fuzz-tags"
            try Data(bytes).write(to: URL(filePath: path))
            let reader = MusicFileReader(program: ProcessInfo.processInfo.environment["SUBDIAL_TAGS"])
            require(reader.problem == nil, "the reader of tags does not start")
            guard let music = reader.read(path) else { return }
            require(music.length.map { $0 > 0 && $0.isFinite } ?? true, "the length of a file is no length")
            require(music.cover.map { !$0.isEmpty } ?? true, "a cover is empty")
        }
    }
#endif
