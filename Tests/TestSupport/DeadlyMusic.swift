#if canImport(Testing)
    import Foundation

    /// Music files that end or fill a reader without limits.
    public enum DeadlyMusic {
        /// The files' names, each with what it does.
        public static let names = [
            // Chapters within each other, behind a byte that a check of the first bytes does not expect.
            "junk.mp3",
            // The same, compressed.
            "zip.mp3",
            // A compressed picture of 1.5 GB.
            "bomb.mp3",
            // Atoms within each other, each longer than the one around it.
            "overhang.m4a",
            // The same with correct lengths.
            "deep.m4a",
            // A cover of 1 GB in a sparse file.
            "cover.m4a",
        ]

        /// Writes the files into a folder; needs Python.
        public static func write(into folder: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: Tool.python)
            process.arguments = [Repository.fixtureURL("attacks/music.py").path, folder]
            process.standardInput = FileHandle.nullDevice
            try process.runUnblocked()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Tool.Missing(description: "the music files cannot be written") }
        }
    }
#endif
