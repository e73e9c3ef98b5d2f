import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import Testing

/// No number, duration or date in any position ends the process.
@Suite struct AnyNumberTests {
    private static let doubles: [Double] = [
        0, -0.0, 0.5, 9, -1e10, 9_223_372_036_854_775_808, 1.8446744073709552e19, 1e300, .infinity, -.infinity, .nan,
        .leastNonzeroMagnitude, -.greatestFiniteMagnitude,
    ]
    private static let values: [Value] =
        doubles.flatMap { [.double($0), .duration($0), .date(Date(timeIntervalSince1970: $0))] }
        + [.integer(.max), .integer(.min), .integer(0), .integer(-1), .unsigned(.max), .missing, .string("1e300")]

    /// Returns how many of the expressions can be evaluated, and records an issue for invalid results.
    private func calculate(_ sources: [String], _ values: [String: Value]) throws -> Int {
        let scope = DictionaryScope(values)
        var calculated = 0
        for source in sources {
            guard let expression = try? Expression(source), let value = try? expression.evaluate(in: scope) else { continue }
            // Printing is the most likely place for a crash.
            let json = value.json.text()
            let isReadable = try JSONValue(parsing: json).text() == json && value.text.utf8.count <= 65_536
            #expect(isReadable, "\(source) of \(values)")
            calculated += 1
        }
        return calculated
    }

    @Test(arguments: Function.allCases) func throughEachFunction(_ function: Function) throws {
        let name = function.rawValue
        var calculated = 0
        for x in Self.values {
            for y in Self.values {
                calculated += try calculate(["\(name)(x, y)"], ["x": x, "y": y])
            }
            calculated += try calculate(["\(name)(x)", "\(name)(x, x, x)", "\(name)(x, 'yyyy-MM-dd EEEE HH:mm:ss a', '-23:59')"], ["x": x])
        }
        #expect(calculated > 0)
    }

    @Test(arguments: ["+", "-", "*", "/", "==", "<", "&&", "??"]) func throughEachOperator(_ sign: String) throws {
        var calculated = 0
        for x in Self.values {
            for y in Self.values {
                calculated += try calculate(["-x \(sign) y", "round(x \(sign) y)"], ["x": x, "y": y])
            }
        }
        #expect(calculated > 100)
    }
}
