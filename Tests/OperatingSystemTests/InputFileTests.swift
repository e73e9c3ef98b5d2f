import Foundation
import OperatingSystem
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

    @Test func readsFilesOfTheKernel() throws {
        #expect(try !InputFile.bytes(at: "/proc/self/stat", accepting: .immediate).isEmpty)
        #expect(try !InputFile.bytes(at: "/proc/self/stat", accepting: .regular).isEmpty)
    }
}
