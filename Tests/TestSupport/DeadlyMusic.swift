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
            process.arguments = ["-c", script, folder]
            process.standardInput = FileHandle.nullDevice
            try process.runUnblocked()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Tool.Missing(description: "the music files cannot be written") }
        }

        private static let script = """
            import os, struct, sys, zlib
            os.chdir(sys.argv[1])
            def synch(n): return bytes([n >> 21 & 127, n >> 14 & 127, n >> 7 & 127, n & 127])
            def frame(name, body, flags=bytes(2)): return name + synch(len(body)) + flags + body
            def tag(frames): return b"ID3" + bytes([4, 0, 0]) + synch(len(frames)) + frames
            audio = bytes([255, 251, 144, 100]) + bytes(413)
            packed = bytes([0, 9])  # a compressed frame, with its length before it

            chapter = b"a" + bytes(17)
            heads, size = [], 0
            for _ in range(60000):
                heads.append(frame(b"CHAP", chapter)[:4] + synch(len(chapter) + size) + bytes(2) + chapter)
                size += len(heads[-1])
            chapters = b"".join(reversed(heads))
            open("junk.mp3", "wb").write(bytes(1) + tag(frame(b"PRIV", b"x" + bytes(1) + audio * 2) + chapters) + audio * 6)
            body = chapter + chapters
            open("zip.mp3", "wb").write(tag(frame(b"CHAP", synch(len(body)) + zlib.compress(body, 9), packed)) + audio * 6)

            packer = zlib.compressobj(9)
            body = packer.compress(bytes(1) + b"image/png" + bytes([0, 3, 0]))
            for _ in range(1500): body += packer.compress(bytes(1 << 20))
            open("bomb.mp3", "wb").write(tag(frame(b"APIC", synch(13) + body + packer.flush(), packed)) + audio * 6)

            kind = struct.pack(">I", 16) + b"ftypM4A mp42"
            names = [b"moov", b"trak", b"udta"]
            def atoms(length): return b"".join(struct.pack(">I", length(level)) + names[level % 3] for level in range(200000))
            open("overhang.m4a", "wb").write(kind + atoms(lambda level: 0x7FFFFFFF))
            open("deep.m4a", "wb").write(kind + atoms(lambda level: (200000 - level) * 8))

            length, head = 1 << 30, struct.pack(">I", (1 << 30) + 16) + b"data" + bytes([0, 0, 0, 13, 0, 0, 0, 0])
            for name, own in ((b"covr", b""), (b"ilst", b""), (b"meta", bytes(4)), (b"udta", b""), (b"moov", b"")):
                head = struct.pack(">I", 8 + len(own) + len(head) + length) + name + own + head
            with open("cover.m4a", "wb") as file:
                file.write(kind + head)
                file.truncate(len(kind + head) + length)
            """
    }
#endif
