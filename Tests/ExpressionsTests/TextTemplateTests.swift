import SubdialExpressions
import Testing

@Suite struct TextTemplateTests {
    @Test(arguments: [
        ("", ""), ("just text", "just text"), ("{{title}}", "So What"), ("{{ artist }} – {{ title }}", "Miles Davis – So What"),
        ("{{{title}}}", "{So What}"), ("{{{{title}}}}", "{{So What}}"), ("{ {{title}} }", "{ So What }"), ("a{b}c", "a{b}c"),
        ("}} {{title}}", "}} So What"),
        ("{{ '}}' }}", "}}"), ("{{ \"{{\" }}", "{{"), ("{{title}}{{title}}", "So WhatSo What"), ("{{nothing}}|{{whatever}}", "|"),
        ("{{duration(position)}}/{{duration(mpris:length)}}", "1:44/9:22"), ("日本 {{title}} 👨‍👩‍👧", "日本 So What 👨‍👩‍👧"), ("{", "{"), ("a {", "a {"),
        (#"{{ '\'}}' }}|\n|{{ "\"}}" }}"#, #"'}}|\n|"}}"#), (#"{{ title + '\n' + artist }}"#, "So What\nMiles Davis"),
        (#"{"text":"{{title}}"}"#, #"{"text":"So What"}"#),
    ])
    func printsAs(_ source: String, _ expected: String) throws {
        #expect(try TextTemplate(source).text(in: scope) == expected)
    }

    @Test(arguments: [
        ("{{title", 0, "the '{{' that stands here is not closed by '}}'"),
        ("日本 {{ 'a }}", 3, "the '{{' that stands here is not closed by '}}'"),
        ("{{}}", 2, "there is no expression between the braces"),
        ("ab {{ lcc(title) }}", 6, "there is no function 'lcc'; did you mean 'lc'?"),
        ("{{title}} {{1 +}}", 15, "the expression ends where a value should stand"),
        ("{{{lcc(title)}}}", 3, "there is no function 'lcc'; did you mean 'lc'?"),
        ("👨‍👩‍👧 {{ # }}", 5, "'#' means nothing in an expression"),
    ])
    func tells(_ source: String, offset: Int, _ reason: String) {
        #expect(throws: ExpressionError(reason, at: offset)) { try TextTemplate(source) }
    }

    /// Each backslash in quotes that begins no escape is reported with its place; one outside of quotes is text.
    @Test func unknownEscapesAreReported() throws {
        let template = try TextTemplate(#"\d{{ '\n\d' }} – {{ "\u{110000}" + "\\" }}"#)
        let hint = #"; there are \n, \t, \", \', \u{…}, and \\ for a backslash"#
        #expect(
            template.unknownEscapes == [
                ExpressionError(#"'\d' is no escape"# + hint, at: 8),
                ExpressionError(#"\u needs the number of a character in braces, like \u{2013}"# + hint, at: 21),
            ])
        #expect(try template.text(in: scope) == "\\d\n\\d – \\u{110000}\\")
        #expect(try TextTemplate(#"{{ '\n\t\\\'\"\u{41}' }}"#).unknownEscapes.isEmpty)
    }

    @Test func tellsWhereCalculationFails() throws {
        let template = try TextTemplate("{{title}} – {{ title * 2 }}")
        #expect(throws: ExpressionError("'*' cannot be used on a text and a number", at: 21)) { try template.text(in: scope) }
        #expect(throws: ExpressionError("division by zero", at: 5)) { try TextTemplate("{{ 1 / 0 }}").value(in: scope) }
    }

    /// A failed expression evaluates to an empty text if the caller handles errors, and all errors are reported.
    @Test func goesOnWhereErrorsAreTaken() throws {
        var errors: [ExpressionError] = []
        let text = try TextTemplate("{{title}}|{{ 1 / 0 }}|{{big}}|{{big}}|{{ title * 2 }}|").text(in: scope) { errors.append($0) }
        #expect(text == "So What||\(String(repeating: "&\"", count: 30_000))|||")
        #expect(errors.map(\.offset) == [15, 32, 47])
        #expect(errors.map(\.reason).last == "'*' cannot be used on a text and a number")
    }

    @Test func aSingleExpressionKeepsItsType() throws {
        #expect(try TextTemplate("{{position}}").value(in: scope) == .integer(104_000_000))
        #expect(try TextTemplate("{{nothing}}").value(in: scope) == .missing)
        #expect(try TextTemplate(" {{position}}").value(in: scope) == .string(" 104000000"))
        #expect(try TextTemplate("text").value(in: scope) == .string("text"))
        #expect(try TextTemplate("{{position}}").single?.source == "position")
        #expect(try TextTemplate("{{position}} ").single == nil)
    }

    @Test func knowsWhetherItIsLiteral() throws {
        #expect(try TextTemplate("plain {text}").isLiteral)
        #expect(try !TextTemplate("plain {{title}}").isLiteral)
    }

    @Test func variablesCountFromTheStartOfTheText() throws {
        let variables = try TextTemplate("日本 {{title}} {{ lc(artist) }}").variables
        #expect(variables.map(\.name) == ["title", "artist"])
        #expect(variables.map(\.offset) == [5, 19])
    }
}
