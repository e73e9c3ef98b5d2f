import SubdialExpressions
import SubdialLayout
import Testing

@testable import SubdialTemplates

/// Tests of gauges in templates.
@Suite struct GaugeTests {
    private let values: [String: Value] = ["progress": .double(0.4), "count": .integer(10), "artist": .missing]

    private func fraction(_ text: String) throws -> Double? {
        switch try expand("body:\n  \(text)\n", values).content {
        case .progress(let progress): progress.fraction
        case .gauge(let gauge): gauge.ring.fraction
        default: nil
        }
    }

    @Test(arguments: [
        ("Gauge: 0.25", 0.25), ("Gauge: 7", 1), ("Gauge: -1", 0), ("Gauge: \"{{ progress }}\"", 0.4), ("Gauge: \"{{ artist }}\"", 0),
        ("Gauge: 15\n  in: [10, 20]", 0.5), ("Gauge: 15\n  in: [\"{{ count }}\", \"{{ count + 10.0 }}\"]", 0.5),
        ("Gauge: 25\n  in: [10, 20]", 1),
        ("Gauge: 5\n  in: [10, 20]", 0), ("Gauge: 5\n  in: [5, 5]", 0), ("Gauge: 26000000000\n  in: [0, 104000000000]", 0.25),
        ("Gauge: 5\n  in: [9, 1]", 0),
        ("Gauge: 5\n  in: [\"{{ artist }}\", 9]", 0), ("Gauge: \"{{ count }}\"\n  in: [0, 40]\n  value: 10", 0.25),
    ])
    func isAShareOfItsRange(_ text: String, _ expected: Double) throws {
        #expect(try fraction(text) == expected)
    }

    private func tree(_ text: String) throws -> String {
        try template("body:\n  \(text)\n").expand(in: DictionaryScope(values), margins: Insets()).text
    }

    @Test(arguments: [
        (
            "{ Gauge: 0.5, style: accessoryCircular, value: 18, minimum: 11, maximum: 24, tint: { gradient: [blue, red] } }",
            ["Gauge 0.5 gauge dot primary", "value: Text \"18\"", "minimum: Text \"11\"", "maximum: Text \"24\""]
        ),
        ("{ Gauge: 0.5, style: accessoryCircularCapacity, value: 18 }", ["Gauge 0.5 circular fill primary", "value: Text \"18\""]),
        ("{ Gauge: 0.5, value: 18, lineWidth: 3 }", ["Gauge 0.5 gauge fill primary lineWidth=3", "value: Text \"18\""]),
        ("{ Gauge: 0.5, style: circular, tint: red }", ["Progress 0.5 circular lineWidth=4 red"]),
        ("{ Gauge: 0.5, style: accessoryLinear, value: 50 }", ["HStack center spacing=4", "Text \"50\"", "Progress 0.5 linear"]),
        (
            "{ Gauge: 0.5, style: accessoryLinear, value: 50, minimum: 0, maximum: 100 }",
            ["HStack center spacing=4", "Text \"0\"", "Progress 0.5 linear", "Text \"100\""]
        ),
        (
            "{ Gauge: 0.5, style: linearCapacity, label: Disk, value: 50, maximum: 100 }",
            ["VStack leading spacing=2", "Text \"Disk\"", "HStack center spacing=4", "Progress 0.5 linear", "Text \"100\"", "Text \"50\""]
        ),
        ("{ Gauge: 0.5, style: accessoryLinear, value: \"{{ artist }}\" }", ["Progress 0.5 linear lineWidth=6"]),
        ("{ Gauge: 0.5, style: accessoryCircular, label: { Image: play.fill } }", ["label: Image play.fill"]),
    ])
    func hasItsTexts(_ text: String, _ expected: [String]) throws {
        var rest = try tree(text)[...]
        for part in expected {
            guard let range = rest.firstRange(of: part) else {
                Issue.record("'\(part)' is not in\n\(rest)")
                return
            }
            rest = rest[range.upperBound...]
        }
    }

    @Test(arguments: [
        ("Gauge: 0.5\n  style: accessoryCircle", "did you mean 'accessoryCircular'?"), ("Gauge: a", "a number"),
        ("Gauge: 5\n  in: [1]", "in takes two numbers: the least and the greatest"), ("Gauge: 5\n  in: [1, b]", "a number"),
        ("Gauge: 0.5\n  valu: 5", "did you mean 'value'?"), ("Gauge: 0.5\n  label: { Txt: a }", "did you mean 'Text'?"),
    ])
    func tellsWhatIsWrong(_ text: String, _ reason: String) throws {
        let error = #expect(throws: TemplateError.self) { try tree(text) }
        #expect(error?.description.contains(reason) == true, "\(error.map(String.init(describing:)) ?? "")")
    }
}
