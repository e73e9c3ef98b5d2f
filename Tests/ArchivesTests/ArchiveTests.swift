import Foundation
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialArchives

/// Archives of programs, and archives that nobody should unpack.
@Suite struct ArchiveTests {
    private func texts(_ archive: Archive) -> [String: String] {
        Dictionary(uniqueKeysWithValues: archive.files.map { ("\($0.path)", String(decoding: $0.bytes, as: UTF8.self)) })
    }

    private func error(_ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()) -> String {
        do throws(ArchiveError) {
            return "no error, but \(try Archive(bytes, limits: limits).files.map(\.path))"
        } catch {
            return "\(error)"
        }
    }

    private static let long = String(repeating: "long/", count: 30) + "file.yaml"

    @Test(
        "Archives of tar and zip have the files, with long names and permissions",
        arguments: ["gnu", "pax", "ustar", "gz", "zip", "stored"])
    func realArchives(_ form: String) throws {
        try Tool.need("tar", Tool.python)
        let folder = try TemporaryFolder()
        let root = URL(filePath: folder.path).appending(path: "garden")
        for (name, text) in [("kind.yaml", "name: Garden\n"), ("empty", ""), (Self.long, "é\n"), ("read", "#!/bin/sh\n")] {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root.appending(path: "read").path)
        let archive = folder.path + "/archive"
        let (process, isZip) = (Process(), form == "zip" || form == "stored")
        process.executableURL = URL(filePath: isZip ? Tool.python : Tool.path("tar") ?? "")
        process.currentDirectoryURL = URL(filePath: folder.path)
        let program = """
            import os, zipfile
            with zipfile.ZipFile("archive", "w", zipfile.ZIP_\(form == "zip" ? "DEFLATED" : "STORED")) as archive:
                for folder, folders, files in os.walk("garden"):
                    for name in folders + files: archive.write(os.path.join(folder, name))
            """
        process.arguments =
            isZip ? ["-c", program] : ["--format", form == "gz" ? "gnu" : form, form == "gz" ? "-czf" : "-cf", archive, "garden"]
        try process.runUnblocked()
        process.waitUntilExit()
        let files = try Archive(Array(Data(contentsOf: URL(filePath: archive)))).files
        let found = Dictionary(uniqueKeysWithValues: files.map { ("\($0.path)", String(decoding: $0.bytes, as: UTF8.self)) })
        #expect(
            found == [
                "garden/kind.yaml": "name: Garden\n", "garden/empty": "", "garden/\(Self.long)": "é\n", "garden/read": "#!/bin/sh\n",
            ])
        #expect(files.filter(\.isExecutable).map(\.path.name) == ["read"])
    }

    @Test("The root and './' before paths are usual, and so is a second part of a gzip file")
    func usualForms() throws {
        var tar = TarBuilder()
        tar.add("./", type: "5")
        tar.add("./kind.yaml", "a")
        tar.add("pax_global_header", "52 comment=0123456789012345678901234567890123456789\n", type: "g")
        tar.add("file", "b", prefix: "some/folder")
        #expect(texts(try Archive(tar.whole)) == ["kind.yaml": "a", "some/folder/file": "b"])
        let half = tar.whole.count / 2
        let parts = gzipped(Array(tar.whole[..<half])) + gzipped(Array(tar.whole[half...])) + [0, 0, 0]
        #expect(texts(try Archive(parts)) == ["kind.yaml": "a", "some/folder/file": "b"])
        // Some programs write no blocks of zeros.
        #expect(try Archive(tar.bytes).files.count == 2)
    }

    @Test(
        "A path that leads elsewhere is refused, in both formats",
        arguments: [
            "/etc/passwd", "../up", "a/../../up", "a/..", "./../up", "a//b", "a/./b", ".", "a\u{7}b", "a\\..\\b", "", "a/",
            String(repeating: "n", count: 300),
        ])
    func hostilePaths(_ path: String) {
        var tar = TarBuilder()
        if path.utf8.count > 100 {
            tar.add("././@LongLink", path, type: "L")
        }
        tar.add(path, "x", type: "0")
        var zip = ZipBuilder()
        zip.add(path, Array("x".utf8))
        // A name with a slash at its end is a folder, which has no contents.
        let isFolder = path == "a/"
        for bytes in [tar.whole, zip.whole()] {
            let message = error(bytes)
            #expect(isFolder ? message == "no error, but []" : message.contains("its path"), "\(message)")
        }
    }

    @Test("The path of an extended header counts, and is checked")
    func extendedPath() throws {
        func archive(_ record: String) -> [UInt8] {
            var tar = TarBuilder()
            tar.add("PaxHeaders/x", record, type: "x")
            tar.add("harmless", "x")
            return tar.whole
        }
        #expect(texts(try Archive(archive("14 path=other\n"))) == ["other": "x"])
        #expect(
            error(archive("19 path=../../etc/x\n")).contains("wrong length") || error(archive("20 path=../../etc/x\n")).contains("its path")
        )
        #expect(error(archive("20 path=../../etc/x\n")).contains("its path is refused"))
        for record in ["99 path=x\n", "0 path=x\n", "-5 path=x\n", "path=x\n", "7 pathx\n", "99999999999999999999 a=b\n"] {
            #expect(error(archive(record)).contains("an extended header"), "\(record)")
        }
        #expect(error(archive("11 size=-1\n")).contains("a size is no number"))
        #expect(error(archive("28 size=9223372036854775807\n")).contains("damaged"))
    }

    @Test(
        "Links, devices and FIFOs are refused",
        arguments: [("1", "link"), ("2", "link"), ("3", "device"), ("4", "device"), ("6", "FIFO"), ("S", "no regular file")]
            as [(Character, String)])
    func specialFilesOfTar(_ type: Character, _ reason: String) {
        var tar = TarBuilder()
        tar.add("garden/kind.yaml", "a")
        tar.add("garden/it", type: type, link: "/etc/passwd")
        #expect(error(tar.whole) == "'garden/it' in the archive: it is \(reason == "no regular file" ? reason : "a \(reason)")")
    }

    @Test(
        "Links, devices and FIFOs of zip are refused",
        arguments: [(0o120777, "link"), (0o010644, "FIFO"), (0o020644, "device"), (0o060644, "device")])
    func specialFilesOfZip(_ mode: UInt32, _ reason: String) {
        var zip = ZipBuilder()
        zip.add("it", Array("/etc/passwd".utf8), mode: mode)
        #expect(error(zip.whole()) == "'it' in the archive: it is a \(reason)")
    }

    @Test("A file that is there twice, or that is also a folder, is refused")
    func contradictions() {
        var twice = TarBuilder()
        for name in ["a", "./a"] { twice.add(name, "x") }
        #expect(error(twice.whole) == "'a' in the archive: it is there twice")
        var both = ZipBuilder()
        both.add("a", Array("x".utf8))
        both.add("a/b", Array("x".utf8))
        #expect(error(both.whole()) == "'a' in the archive: it is both a file and a folder")
    }

    @Test("Limits hold for the size, the number and the ratio of files")
    func limits() {
        var tar = TarBuilder()
        for number in 1...6 { tar.add("file\(number)", String(repeating: "x", count: 1000)) }
        #expect(error(tar.whole, ArchiveLimits(bytes: 100_000, entries: 5)) == "it has more than 5 files and folders")
        #expect(error(tar.whole, ArchiveLimits(bytes: 5999)) == "its files have more than 0 MiB")
        let bomb = [UInt8](repeating: 0, count: 8 << 20)
        var zip = ZipBuilder()
        zip.add("zeros", bomb)
        #expect(error(zip.whole()) == "its files are more than 100 times as large as the archive")
        #expect(error(zip.whole(), ArchiveLimits(bytes: 1 << 20)) == "its files have more than 1 MiB")
        #expect(error(gzipped(bomb + bomb), ArchiveLimits(bytes: 1 << 20)) == "its files have more than 1 MiB")
        var many = ZipBuilder()
        many.add("a", [1])
        #expect(error(many.whole(count: 60_000)) == "it has more than 500 files and folders")
    }

    @Test("Files of zip that share their data are refused")
    func overlaps() {
        var zip = ZipBuilder()
        let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
        for number in 1...40 { zip.add("a\(number)", noise, isCompressed: false, localName: "a1", offset: 0) }
        let message = error(zip.whole())
        #expect(message.contains("overlap") || message.contains("two names"), "\(message)")
    }

    @Test("A damaged archive is refused")
    func damage() {
        var tar = TarBuilder()
        tar.add("a", "contents")
        let whole = tar.whole
        #expect(error([]) == "it is no archive: .tar.gz, .tar or .zip")
        #expect(error(Array("<html>".utf8)) == "it is no archive: .tar.gz, .tar or .zip")
        #expect(
            error(Array(whole[..<700])) == "the archive is damaged: it ends within a header"
                || error(Array(whole[..<515])).contains("within a file"))
        #expect(error(Array(gzipped(whole).dropLast(20))).contains("compressed data are wrong"))
        #expect(error(gzipped(Array("text".utf8))).contains("damaged"))
        var sum = TarBuilder()
        sum.add("a", "x")
        sum.add("b", "x", checksum: 1)
        #expect(error(sum.whole).contains("wrong checksum"))
        var size = TarBuilder()
        size.add("a", "x", size: 0o7777_7777_777)
        #expect(error(size.whole).contains("it ends within a file"))
    }

    @Test("A damaged zip file is refused")
    func damagedZip() throws {
        let text = Array("contents of the file".utf8)
        func zip(_ change: (inout ZipBuilder) -> Void) -> [UInt8] {
            var zip = ZipBuilder()
            change(&zip)
            return zip.whole()
        }
        let whole = zip { $0.add("a", text) }
        #expect(error(Array(whole.dropLast(30))).contains("it ends too early"))
        #expect(error(zip { $0.add("a", text, checksum: 1) }).contains("wrong checksum"))
        #expect(error(zip { $0.add("a", text, size: 5) }).contains("another size"))
        #expect(error(zip { $0.add("a", text, size: 500) }).contains("another size"))
        #expect(error(zip { $0.add("a", text, isCompressed: false, size: 5) }).contains("two sizes"))
        #expect(error(zip { $0.add("a", text, localName: "b") }).contains("two names"))
        #expect(error(zip { $0.add("a", text, flags: 1) }).contains("encrypted"))
        #expect(error(zip { $0.add("a", text, method: 12) }).contains("method"))
        #expect(error(zip { $0.add("a", text, offset: 1 << 30) }).contains("has no header"))
        #expect(error(zip { $0.add("a", text, size: Int(UInt32.max)) }).contains("4 GiB"))
        var two = ZipBuilder()
        two.add("a", text)
        #expect(error(two.whole(count: 3)).contains("directory is incomplete"))
        #expect(try texts(Archive(two.whole(comment: "PK\u{5}\u{6} a comment"))) == ["a": String(decoding: text, as: UTF8.self)])
    }

    @Test("No prefix of an archive and no changed byte of it breaks the reader")
    func everyDamage() throws {
        var tar = TarBuilder()
        tar.add("garden/kind.yaml", "name: Garden\n")
        var zip = ZipBuilder()
        zip.add("garden/kind.yaml", Array("name: Garden\n".utf8))
        for bytes in [tar.whole, gzipped(tar.whole), zip.whole()] {
            for end in 0..<bytes.count { _ = error(Array(bytes[..<end])) }
            for index in bytes.indices {
                for value in [0, 0xFF, bytes[index] ^ 1, bytes[index] ^ 0x80] as [UInt8] {
                    var changed = bytes
                    changed[index] = value
                    _ = error(changed)
                }
            }
        }
    }
}
