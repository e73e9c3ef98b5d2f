import Foundation
import SubdialLibrary
import Testing

/// A music file that needs more memory than there is.
@Suite struct MusicFileMemoryTests {
    /// Without memory, C++ throws an exception, which must not reach the engine.
    @Test(.enabled(if: getenv("ASAN_OPTIONS") == nil, "the sanitizer's allocator ends the process"))
    func readingEndsWhereMemoryIsMissing() async {
        // In a process of its own, because the limit affects all of its threads.
        await #expect(processExitsWith: .success) {
            let path = FileManager.default.temporaryDirectory.path + "/sd-\(UUID().uuidString.prefix(8)).m4a"
            defer { try? FileManager.default.removeItem(atPath: path) }
            // More than an allocator has reserved for a thread.
            try Self.write(coverLength: 200 << 20, to: path)

            // The library is loaded before the memory is limited.
            #expect(MusicFile.missingReader == nil)
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let size = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") }).filter(\.isNumber)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let unlimited = limit
            limit.rlim_cur = try #require(rlim_t(size)) * 1024 + 8 << 20
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let limited = MusicFile(path)
            limit = unlimited
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            #expect(limited == nil)
            // The next file is read as always; the cover is larger than the largest one that is read.
            #expect(try #require(MusicFile(path)).cover == nil)
        }
    }

    /// Writes an M4A file that contains only a cover of zeros, which take neither memory nor space.
    private static func write(coverLength: Int, to path: String) throws {
        func atom(_ name: String, _ start: [UInt8], around content: (head: [UInt8], length: Int)) -> (head: [UInt8], length: Int) {
            let length = 8 + start.count + content.length
            let size = withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0) }
            return (size + Array(name.utf8) + start + content.head, length)
        }
        // Type 13 is a JPEG.
        var atoms = atom("data", [0, 0, 0, 13, 0, 0, 0, 0], around: ([], coverLength))
        for name in ["covr", "ilst"] { atoms = atom(name, [], around: atoms) }
        atoms = atom("meta", [0, 0, 0, 0], around: atoms)
        for name in ["udta", "moov"] { atoms = atom(name, [], around: atoms) }
        let head = [0, 0, 0, 16] + Array("ftypM4A mp42".utf8) + atoms.head
        try Data(head).write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.truncate(atOffset: UInt64(16 + atoms.length))
    }
}
