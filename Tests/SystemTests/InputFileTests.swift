import Foundation
import SubdialSystem
import Testing

@Suite struct InputFileTests {
    /// A folder with a file, a link to it, a FIFO and a folder.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try AtomicFile.write([1, 2, 3], to: "\(folder.path)/file")
        try AtomicFile.write([], to: "\(folder.path)/empty")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "file")
        try #require(mkfifo("\(folder.path)/fifo", 0o600) == 0)
        try AtomicFile.makeFolder("\(folder.path)/folder")
        return folder
    }

    private func outcome(_ path: String, limit: Int = 100, _ kind: InputFile.Kind) -> Result<[UInt8], ReadError> {
        do throws(ReadError) { return .success(try InputFile.bytes(at: path, limit: limit, accepting: kind)) } catch {
            return .failure(error)
        }
    }

    @Test func readsTheAcceptedKinds() throws {
        let folder = try folder()
        let notRegular = ReadError.wrongKind(reason: "it is no regular file")
        let cases: [(String, InputFile.Kind, Result<[UInt8], ReadError>)] = [
            ("file", .any, .success([1, 2, 3])), ("file", .immediate, .success([1, 2, 3])), ("file", .regular, .success([1, 2, 3])),
            ("file", .unlinked, .success([1, 2, 3])), ("empty", .regular, .success([])),
            ("link", .any, .success([1, 2, 3])), ("link", .immediate, .success([1, 2, 3])), ("link", .regular, .success([1, 2, 3])),
            ("link", .unlinked, .failure(.unreadable(reason: "Too many levels of symbolic links"))),
            ("fifo", .immediate, .success([])), ("fifo", .regular, .failure(notRegular)), ("fifo", .unlinked, .failure(notRegular)),
            ("folder", .any, .failure(.unreadable(reason: "Is a directory"))),
            ("folder", .immediate, .failure(.wrongKind(reason: "it is a folder"))), ("folder", .regular, .failure(notRegular)),
            ("none", .any, .failure(.missing)), ("none", .regular, .failure(.missing)), ("file/none", .immediate, .failure(.missing)),
        ]
        for (name, kind, expected) in cases { #expect(outcome("\(folder.path)/\(name)", kind) == expected, "\(name) as \(kind)") }
    }

    @Test func keepsTheLimit() throws {
        let folder = try folder()
        for kind in [InputFile.Kind.any, .immediate, .regular, .unlinked] {
            #expect(outcome("\(folder.path)/file", limit: 3, kind) == .success([1, 2, 3]))
            #expect(outcome("\(folder.path)/file", limit: 2, kind) == .failure(.tooLong(limit: 2)))
        }
    }

    /// Files are read in pieces of 65,536 bytes, or in one if their size is known.
    @Test(arguments: [1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func readsFilesOfAnyLength(length: Int) throws {
        let folder = try folder()
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try AtomicFile.write(bytes, to: "\(folder.path)/long")
        for kind in [InputFile.Kind.any, .immediate, .regular, .unlinked] {
            #expect(outcome("\(folder.path)/long", limit: length, kind) == .success(bytes))
            #expect(outcome("\(folder.path)/long", limit: length - 1, kind) == .failure(.tooLong(limit: length - 1)))
        }
        let path = "\(folder.path)/fifo"
        // Both ends block, so that the writer needs a thread of its own.
        let writer = PendingResult { () -> Bool in
            guard let file = FileHandle(forWritingAtPath: path) else { return false }
            // In parts, so that a read returns fewer bytes than there will be.
            for start in stride(from: 0, to: length, by: 50_000) {
                guard (try? file.write(contentsOf: bytes[start..<min(start + 50_000, length)])) != nil else { return false }
            }
            return (try? file.close()) != nil
        }
        #expect(outcome(path, limit: length, .any) == .success(bytes))
        #expect(writer.value())
    }

    @Test func readsFilesOfTheKernel() throws {
        #expect(try !InputFile.bytes(at: "/proc/self/stat", accepting: .immediate).isEmpty)
        #expect(try !InputFile.bytes(at: "/proc/self/stat", accepting: .regular).isEmpty)
    }
}
