import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// The reader of music files, whose process may end, hang or lie.
@Suite struct MusicFileReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a program that has the protocol of `subdial-tags`; `answer` is a shell command that runs after each path has been recorded.
    private func program(_ answer: String, greeting: String = "subdial-tags 2") throws -> String {
        let path = folder.path("program")
        let text = """
            #!/bin/bash
            echo '\(greeting)'
            while IFS= read -r -d '' path; do
                echo "$path" >> '\(folder.path("record"))'
                \(answer)
            done
            """
        // A process that another test starts would inherit the open file, and a program that is open for writing cannot be started.
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", #"printf '%s' "$1" > "$2" && chmod 755 "$2""#, "sh", text, path]
        try writer.run()
        writer.waitUntilExit()
        try #require(writer.terminationStatus == 0)
        return path
    }

    /// The paths that the program has received.
    private var record: [String] {
        ((try? String(contentsOfFile: folder.path("record"), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    private func file(_ name: String) throws -> String {
        let path = folder.path(name)
        try "music".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test(
        "A file that ends its reader has no tags, and the next file is read",
        .enabled(if: Tool.has("python3", "ffmpeg"), "needs python3 and ffmpeg"))
    func deadlyFiles() throws {
        try DeadlyMusic.write(into: folder.path)
        let song = folder.path("song.flac")
        try #require(
            Tool.succeeds(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "2", song]))
        let reader = MusicFileReader()
        for name in DeadlyMusic.names {
            #expect(reader.picture(of: folder.path(name), { $0 }) == nil, "\(name)")
            #expect(reader.read(song)?.length == 2, "after \(name)")
        }
    }

    @Test("A file that has ended a process is not read again until it changes")
    func deadlyFilesAreRecorded() throws {
        let program = try program("exit 1")
        let path = try file("a")
        #expect(MusicFileReader(program: program).read(path) == nil)
        #expect(MusicFileReader(program: program).read(path) == nil)
        #expect(record == [path])
        try "other music".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(MusicFileReader(program: program).read(path) == nil)
        #expect(record == [path, path])
    }

    @Test("A batch whose files end process after process is ended")
    func failuresOfABatchAreCounted() throws {
        let reader = MusicFileReader(program: try program("kill -SEGV $$"))
        for number in 1...20 { #expect(reader.read(try file("\(number)")) == nil) }
        #expect(record.count == 8)
    }

    @Test("A file for which there is no answer in time is read again by the next batch")
    func lateAnswers() throws {
        let path = try file("a")
        let (hanging, good) = (try program("exec sleep 1000"), #"printf '+\x10\x27\0\0\0\0\0\0'; head -c 24 /dev/zero"#)
        #expect(MusicFileReader(program: hanging, patience: .milliseconds(50)).read(path) == nil)
        #expect(MusicFileReader(program: try program(good)).read(path) == MusicFile(length: 10))
        #expect(record == [path, path])
    }

    @Test(
        "Answers that break the protocol are no music",
        arguments: [
            "printf 'what?'", #"printf '+'; head -c 16 /dev/zero; printf '\xff\xff\xff\xff'"#,
            #"printf '+'; head -c 16 /dev/zero; printf '\x01\0\0\0'; exit"#,
            #"printf '+\0\0'; exit"#, "exec 0<&- 1<&- 2<&-; exec sleep 1000",
        ])
    func wrongAnswers(_ answer: String) throws {
        #expect(MusicFileReader(program: try program(answer), patience: .seconds(60)).read(try file("a")) == nil)
        #expect(record.count == 1)
    }

    @Test("Pictures are read until one is accepted")
    func pictures() throws {
        let answer = """
            if [ -n "$path" ]; then printf '+'; head -c 32 /dev/zero; number=0
            else number=$((number + 1)); [ $number = 4 ] && printf '\\0\\0\\0\\0' || printf '\\x01\\0\\0\\0%s' $number; fi
            """
        let reader = MusicFileReader(program: try program(answer))
        let path = try file("a")
        #expect(reader.picture(of: path) { $0 == [UInt8(ascii: "2")] ? "second" : nil } == "second")
        var count = 0
        #expect(
            reader.picture(of: path) { _ -> Int? in
                count += 1; return nil
            } == nil)
        #expect(count == 3)
    }

    @Test("What is no regular file, or cannot be named, is not sent to the process")
    func otherFiles() throws {
        let program = try program("exit 1")
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        for path in [folder.path("pipe"), folder.path, folder.path("missing"), "/dev/zero", "", try file("a") + "\0b"] {
            #expect(MusicFileReader(program: program).read(path) == nil)
        }
        #expect(record.isEmpty)
    }

    @Test("A reader that cannot be started has a reason, and no file is blamed")
    func problems() throws {
        let path = try file("a")
        let missing = MusicFileReader(program: folder.path("nothing"))
        #expect(missing.problem == "the reader of tags cannot be started (\(folder.path("nothing")): No such file or directory)")
        let other = MusicFileReader(program: try program("", greeting: "error: libtag.so.1 is missing"))
        #expect(other.problem == "the reader of tags cannot be started (error: libtag.so.1 is missing)")
        #expect(missing.read(path) == nil && other.read(path) == nil)
        #expect(MusicFileReader().problem == nil)
        #expect(MusicFileReader(program: try program("printf -- -")).read(path) == nil)
        #expect(record == [path])
    }
}
