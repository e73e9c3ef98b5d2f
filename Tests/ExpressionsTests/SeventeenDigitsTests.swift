import Glibc
import SubdialExpressions
import SubdialTestSupport
import Testing

@Suite struct SeventeenDigitsTests {
    @Test(
        arguments: [
            (0.7, "0.69999999999999996"), (5, "5.0"), (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.10000000000000001"),
            (1e16, "10000000000000000.0"), (1e17, "1e+17"),
            (123_456_789_012_345_680, "1.2345678901234568e+17"), (0.0001, "0.0001"), (0.00001, "1.0000000000000001e-05"), (-2.5, "-2.5"),
            (1e100, "1e+100"),
            (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (562_000_000, "562000000.0"),
            (.leastNonzeroMagnitude, "4.9406564584124654e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.leastNormalMagnitude, "2.2250738585072014e-308"),
            (9_007_199_254_740_992, "9007199254740992.0"), (0.5, "0.5"), (99_999_999_999_999_984, "99999999999999984.0"),
        ] as [(Double, String)])
    func prints(_ value: Double, _ expected: String) {
        #expect(Value.double(value).text(.playerctl) == expected)
    }

    @Test func agreesWithC() {
        var random = SplitMix64(seed: 17)
        for round in 0..<5000 {
            let value =
                switch round % 3 {
                case 0: Double(bitPattern: random.next())
                case 1: Double.random(in: -1000...1000, using: &random)
                // Numbers whose rounding is an exact tie.
                default: Double(Int64.random(in: -1 << 60..<1 << 60, using: &random)) / 8
                }
            guard value.isFinite else { continue }  // lint: skips
            let expected = Self.printed(value)
            #expect(Value.double(value).text(.playerctl) == (expected.contains { ".e".contains($0) } ? expected : expected + ".0"))
        }
    }

    private static func printed(_ value: Double) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = withVaList([value]) { vsnprintf(&buffer, buffer.count, "%.17g", $0) }
        return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
