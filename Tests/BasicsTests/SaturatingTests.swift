import Foundation
import SubdialBasics
import SubdialTestSupport
import Testing

@Suite struct SaturatingTests {
    @Test(
        arguments: [
            (0, 0), (-0.9, 0), (0.9, 0), (1.999, 1), (-1.999, -1), (9e17, 900_000_000_000_000_000), (9.3e18, .max), (-9.3e18, .min),
            (1e300, .max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0), (.leastNonzeroMagnitude, 0),
            (0x1p63, .max), (-0x1p63, .min),
        ] as [(Double, Int)])
    func neverTraps(_ value: Double, _ expected: Int) {
        #expect(Int(saturating: value) == expected)
        #expect(Int64(saturating: value) == Int64(expected))
    }

    @Test(arguments: [(-1, 0), (254.9, 254), (255, 255), (256, 255), (.nan, 0)] as [(Double, UInt8)])
    func ofNarrowTypesToo(_ value: Double, _ expected: UInt8) {
        #expect(UInt8(saturating: value) == expected)
    }

    @Test("Every module that converts numbers sees the warning about conversions that trap")
    func modulesImportTheWarning() throws {
        let modules = try Repository.modules().filter { $0.name != "Basics" }
        #expect(modules.count > 20)
        for module in modules {
            let texts = try module.files.map { try String(contentsOf: $0, encoding: .utf8) }
            // Constants of C in capitals fit. An import in one file makes the deprecated initializers visible in the whole module.
            let conversion = /\bU?Int(?:8|16|32|64)?\((?!saturating|clamping|exactly|bitPattern|truncating|[A-Z_]{3})/
            let converts = texts.contains { $0.contains(conversion) }
            #expect(
                !converts || !texts.contains { $0.contains("Double") } || texts.contains { $0.contains("import SubdialBasics\n") },
                "\(module.name) converts numbers: one of its files must import SubdialBasics")
        }
    }
}
