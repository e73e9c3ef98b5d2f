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
            let pictures: Void? = reader.picture(of: path) { picture in
                require(!picture.isEmpty, "a picture is empty")
                return nil
            }
            require(pictures == nil, "a rejected picture is used")
        }
    }
#endif
