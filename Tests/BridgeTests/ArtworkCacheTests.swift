import FoundationEssentials
import SubdialBasics
import SubdialSystem
import Testing

@testable import SubdialBridge

@Suite struct ArtworkCacheTests {
    private func key(_ name: String, side: Int = 100) -> ArtworkKey {
        ArtworkKey(origin: "http://nas:8088", source: "roon", imageKey: name, side: side)
    }

    private func picture(_ size: Int, _ filling: UInt8 = 7) -> [UInt8] {
        FakeBridge.jpeg + [UInt8](repeating: filling, count: size - FakeBridge.jpeg.count)
    }

    private func files(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
    }

    private func age(_ key: ArtworkKey, in folder: URL, seconds: Double) throws {
        let path = folder.appending(path: key.fileName + ".picture").path(percentEncoded: false)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
    }

    @Test func keeps() throws {
        try withTemporaryFolder { folder throws in
            let cache = ArtworkCache(folder: PrivateFolder(folder.appending(path: "deep/er").path(percentEncoded: false)))
            #expect(cache.picture(for: key("a")) == nil)
            #expect(cache.store(picture(1000), for: key("a")))
            #expect(cache.picture(for: key("a")) == picture(1000))
            #expect(cache.picture(for: key("a", side: 200)) == nil)
            #expect(cache.picture(for: key("b")) == nil)
            cache.store(picture(500), for: key("a"))
            #expect(cache.picture(for: key("a"))?.count == 500)
            // Another process with the same folder.
            #expect(ArtworkCache(folder: cache.folder).picture(for: key("a"))?.count == 500)
            #expect(try files(in: folder.appending(path: "deep/er")) == [key("a").fileName + ".picture"])
        }
    }

    @Test func keysDoNotRunTogether() {
        let names = [
            ArtworkKey(origin: "a", source: "bc", imageKey: "d", side: 1), ArtworkKey(origin: "ab", source: "c", imageKey: "d", side: 1),
            ArtworkKey(origin: "a", source: "b", imageKey: "cd", side: 1), ArtworkKey(origin: "a", source: "bc", imageKey: "d", side: 11),
            ArtworkKey(origin: "", source: "", imageKey: "../../etc/passwd", side: 0),
            ArtworkKey(origin: "", source: "", imageKey: String(repeating: "x", count: 100_000), side: 0),
        ].map(\.fileName)
        #expect(Set(names).count == names.count)
        for name in names { #expect(name.count == 32 && name.allSatisfy(\.isHexDigit)) }
    }

    @Test func theLeastRecentlyUsedGoes() throws {
        try withTemporaryFolder { folder throws in
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)), limit: 10_000)
            for (index, name) in ["a", "b", "c"].enumerated() {
                cache.store(picture(3000), for: key(name))
                try age(key(name), in: folder, seconds: 1000 - Double(index))
            }
            // The oldest, but the most recently used.
            #expect(cache.picture(for: key("a")) != nil)
            cache.store(picture(3000), for: key("d"))
            #expect(cache.picture(for: key("b")) == nil)
            for name in ["a", "c", "d"] { #expect(cache.picture(for: key(name)) != nil, "\(name)") }
        }
    }

    @Test func staysWithinItsLimit() throws {
        try withTemporaryFolder { folder throws in
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)), limit: 20_000)
            for index in 0..<60 { cache.store(picture(1000 + index * 10), for: key("\(index)")) }
            let sizes = try files(in: folder).map { try Data(contentsOf: folder.appending(path: $0)).count }
            #expect(sizes.reduce(0, +) <= 20_000 && sizes.count > 5)
            #expect(!cache.store(picture(20_001), for: key("too large")))
            #expect(cache.picture(for: key("too large")) == nil)
        }
    }

    @Test func damagedFilesDoNotCount() throws {
        try withTemporaryFolder { folder throws in
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)))
            for damage in [Data(), Data("<svg/>".utf8), Data([0, 0, 0]), Data("RIFFxxxx".utf8)] {
                cache.store(picture(100), for: key("a"))
                try damage.write(to: folder.appending(path: key("a").fileName + ".picture"))
                #expect(cache.picture(for: key("a")) == nil)
            }
            for text in ["", "<svg/>", "{\"error\":1}"] { #expect(!cache.store(Array(text.utf8), for: key("b"))) }
            #expect(cache.picture(for: key("b")) == nil)
        }
    }

    @Test func leavesOthersAlone() throws {
        try withTemporaryFolder { folder throws in
            let others = ["letter.txt", "photo.jpg", ".hidden", String(repeating: "g", count: 32) + ".picture", "x.picture"]
            for name in others { try Data(picture(5000)).write(to: folder.appending(path: name)) }
            let abandoned = ".\(key("z").fileName).picture.123.4.new"
            try Data(picture(50)).write(to: folder.appending(path: abandoned))
            let path = folder.appending(path: abandoned).path(percentEncoded: false)
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: path)
            let cache = ArtworkCache(folder: PrivateFolder(folder.path(percentEncoded: false)), limit: 2000)
            for index in 0..<10 { cache.store(picture(900), for: key("\(index)")) }
            let left = try files(in: folder)
            for name in others { #expect(left.contains(name), "\(name)") }
            #expect(!left.contains(abandoned))
        }
    }

    @Test func cannotWrite() throws {
        try withTemporaryFolder { folder throws in
            let file = folder.appending(path: "file")
            try Data("x".utf8).write(to: file)
            let cache = ArtworkCache(folder: PrivateFolder(file.path(percentEncoded: false)))
            #expect(!cache.store(picture(100), for: key("a")))
            #expect(cache.picture(for: key("a")) == nil)
        }
    }

    @Test func manyAtOnce() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder.path(percentEncoded: false)
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        let cache = ArtworkCache(folder: PrivateFolder(path), limit: 30_000)
                        for round in 0..<50 {
                            let name = key("\(round % 12)")
                            cache.store(picture(4000, UInt8(round % 12)), for: name)
                            if let read = cache.picture(for: key("\((round + worker) % 12)")) {
                                // The picture is complete and from a single write.
                                #expect(read == picture(4000, UInt8((round + worker) % 12)))
                            }
                        }
                    }
                }
            }
            #expect(try files(in: folder).allSatisfy { !$0.hasPrefix(".") })
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE1], PictureFormat.jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
            (Array("RIFF1234WEBPVP8 ".utf8), .webp), (Array("RIFF1234WAVEfmt ".utf8), nil), (Array("RIFF1234WEB".utf8), nil),
            (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), nil), (Array("GIF89a".utf8), .gif), ([0xFF, 0xD8], nil), ([], nil),
            (Array("{\"error\":\"no\"}".utf8), nil),
        ] as [([UInt8], PictureFormat?)])
    func formats(_ bytes: [UInt8], _ format: PictureFormat?) {
        #expect(PictureFormat(bytes) == format)
    }
}
