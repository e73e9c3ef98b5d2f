import Foundation
import SubdialFuzzing
import SubdialTestSupport
import Testing

/// The targets of `make fuzz`, with the inputs that they begin with.
@Suite struct FuzzSeedTests {
    /// The largest seed, as in `Scripts/fuzz`.
    private static let largest = 256 << 10

    private func files(in path: String) -> [String] {
        let root = Repository.root.appending(path: path).path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [root] }
        return ((try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []).sorted().map { "\(root)/\($0)" }
    }

    @Test("No seed breaks a rule of its target, whole or cut", arguments: FuzzTarget.all.map(\.name))
    func seeds(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let seeds = (["Fuzz/Seeds/\(name)"] + target.seeds).flatMap(files).compactMap { FileManager.default.contents(atPath: $0) }
            .filter { $0.count <= Self.largest }
        for seed in [Data()] + seeds {
            target.run([UInt8](seed))
            target.run([UInt8](seed.prefix(seed.count / 2)))
        }
        // Every target has something to begin with, be it a dictionary.
        #expect(!seeds.isEmpty || target.dictionary != nil)
    }
}
