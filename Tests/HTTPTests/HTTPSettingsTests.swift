import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialHTTP

@Suite struct HTTPSettingsTests {
    /// A file that cannot be used is named with its reason, and no authority is added.
    @Test func aFileWithoutACertificateIsNotTrusted() throws {
        let folder = try TemporaryFolder()
        try Data("no certificate".utf8).write(to: URL(filePath: folder.path("note.pem")))
        try Data(("-----BEGIN CERTIFICATE-----\n" + String(repeating: "A", count: 1 << 20)).utf8).write(
            to: URL(filePath: folder.path("large.pem")))
        try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
        let paths = ["note.pem", "large.pem", "folder", "missing.pem"].map { folder.path($0) }
        let problems = HTTPSettings.shared.trust(authoritiesAt: paths)
        #expect(problems.count == paths.count)
        for (path, problem) in zip(paths, problems) { #expect(problem.hasPrefix("\(path): ") && problem.count > path.count + 2) }
        #expect(problems.first?.hasSuffix("there is no certificate in PEM form in it") == true)
        #expect(HTTPSettings.shared.authorities == nil)
    }
}
