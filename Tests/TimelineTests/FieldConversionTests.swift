import FoundationEssentials
import SubdialExpressions
import SubdialTimeline
import Testing

/// Conversions of values to the types of fields: in entry files, and of documents of others.
@Suite struct FieldConversionTests {
    private static let date = Value.date(start)
    private static let seconds = Value.integer(1_767_903_304)

    /// The value, its type, and what it becomes in an entry file and of a document; nil if it does not fit.
    @Test(
        arguments: [
            (.missing, .number, .missing, .missing), (.string("x"), .any, .string("x"), .string("x")),
            (.string("x"), .text, .string("x"), .string("x")), (.integer(12), .text, nil, .string("12")),
            (.bool(true), .text, nil, .string("true")), (.list([]), .text, nil, nil),
            (.integer(12), .number, .double(12), .integer(12)), (.string("12.5"), .number, nil, .double(12.5)),
            (.string(" 12 "), .number, nil, .integer(12)), (.string("12 °C"), .number, nil, nil), (.string("inf"), .number, nil, nil),
            (.double(1e15), .number, nil, .double(1e15)), (.double(.infinity), .number, .missing, .missing),
            (.bool(true), .number, nil, nil),
            (.double(5), .integer, .integer(5), .integer(5)), (.double(5.5), .integer, nil, nil),
            (.string("5"), .integer, nil, .integer(5)),
            (.double(0.5), .ratio, .double(0.5), .double(0.5)), (.double(1 + 1e-10), .ratio, .double(1), .double(1)),
            (.double(-1e-10), .ratio, .double(0), .double(0)), (.double(1.1), .ratio, nil, nil), (.double(-0.1), .ratio, nil, nil),
            (.bool(false), .bool, .bool(false), .bool(false)), (.integer(1), .bool, nil, nil), (.string("true"), .bool, nil, nil),
            (.integer(90), .duration, .duration(90), .duration(90)), (.string("90"), .duration, nil, .duration(90)),
            (.string("x"), .choice(["x", "y"]), .string("x"), .string("x")), (.string("z"), .choice(["x", "y"]), nil, nil),
            (.string("Europe/Berlin"), .zone, .string("Europe/Berlin"), .string("Europe/Berlin")), (.string("Mars/Base"), .zone, nil, nil),
        ] as [(Value, FieldType, Value?, Value?)])
    func values(_ raw: Value, _ type: FieldType, _ exact: Value?, _ lenient: Value?) {
        #expect((try? FieldConversion(.exact).value(raw, as: type, at: "f")) == exact)
        #expect((try? FieldConversion(.lenient).value(raw, as: type, at: "f")) == lenient)
    }

    @Test(
        arguments: [
            (.string("2026-01-08T20:15:04Z"), .date(), date, date), (.string("2026-01-08T21:15:04+01:00"), .date(), date, date),
            (.string("soon"), .date(), nil, nil), (.double(1e30), .date(.init(epoch: .s)), nil, nil),
            // A number needs a unit in an entry file; in a document, its magnitude tells it.
            (seconds, .date(), nil, date), (.integer(1_767_903_304_000), .date(), nil, date),
            (seconds, .date(.init(epoch: .s)), date, date),
            (.integer(1_767_903_304_000), .date(.init(epoch: .ms)), date, date),
            (.string("8.1.2026 21:15:04"), .date(.init(pattern: "d.M.yyyy HH:mm:ss", zone: "Europe/Berlin")), date, date),
            (.string("2026"), .date(.init(pattern: "d.M.yyyy")), nil, nil),
        ] as [(Value, FieldType, Value?, Value?)])
    func dates(_ raw: Value, _ type: FieldType, _ exact: Value?, _ lenient: Value?) {
        #expect((try? FieldConversion(.exact).value(raw, as: type, at: "f")) == exact)
        #expect((try? FieldConversion(.lenient).value(raw, as: type, at: "f")) == lenient)
    }

    private static let track = FieldType.map([EntryField("title", .text), EntryField("length", .number, isOptional: true)])

    @Test func listsAndMapsAreConvertedInside() throws {
        let raw = Value.list([.map(["title": .string("A"), "length": .string("5"), "other": .bool(true)]), .map(["title": .integer(1)])])
        let value = try FieldConversion(.lenient).value(raw, as: .list(Self.track), at: "f")
        #expect(
            value == .list([.map(["title": .string("A"), "length": .integer(5)]), .map(["title": .string("1"), "length": .missing])]))
        // A map without fields may have any.
        let any = Value.map(["x": .integer(1)])
        #expect(try FieldConversion(.exact).value(any, as: .map([]), at: "f") == any)
    }

    /// The path of the first value that does not fit, and the reason.
    @Test(
        arguments: [
            (.list([.map(["title": .list([])])]), .list(track), "f[0].title", "a text should stand here, not a list"),
            (.list([.map(["title": .string("A")]), .missing]), .list(track), "f[1]", "an object should stand here, not null"),
            (.list([.map([:])]), .list(track), "f[0].title", "title is missing"),
            (.string("x"), track, "f", "an object should stand here, not a text"),
            (.map([:]), .clock, "f.anchor", "the clock's anchor is missing: the date at which it stood at 'value'"),
            (.map(["anchor": date]), .clock, "f.value", "the clock's value is missing: its seconds at 'anchor'"),
            (.string("soon"), .date(), "f", "'soon' is no ISO 8601 date; write it like 2026-01-08T20:15:04Z"),
            (.string("2026"), .date(.init(pattern: "d.M.yyyy")), "f", "'2026' is no date of the form 'd.M.yyyy'"),
            (.double(5.5), .integer, "f", "a whole number should stand here, not 5.5"),
            (.double(1e15), .number, "f", "the number is too large"),
            (.double(1.5), .ratio, "f", "a number from 0 to 1 should stand here, not 1.5"),
            (.string("z"), .choice(["x", "y"]), "f", "'z' is not one of x, y"),
            (.string("Mars/Base"), .zone, "f", "'Mars/Base' is no time zone; write it like Europe/Berlin"),
        ] as [(Value, FieldType, String, String)])
    func tellsPathAndReason(_ raw: Value, _ type: FieldType, _ path: String, _ reason: String) {
        #expect(throws: FieldMismatch(path: path, reason: reason)) { try FieldConversion(.exact).value(raw, as: type, at: "f") }
    }
}
