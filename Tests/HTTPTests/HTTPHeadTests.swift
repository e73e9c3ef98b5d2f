import Testing

@testable import SubdialHTTP

@Suite struct HTTPHeadTests {
    @Test(
        arguments: [
            ("application/json", "application/json"), ("Text/HTML; charset=utf-8", "text/html"), (" image/png ; q=1; x", "image/png"),
            ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func theMediaTypeHasNoParameters(_ field: String?, _ expected: String?) {
        let fields = field.map { [HTTPHead.Field(name: "content-TYPE", value: $0)] } ?? []
        #expect(HTTPHead(status: 200, fields: fields).mediaType == expected)
    }

    @Test func theFirstFieldOfANameCounts() {
        let head = HTTPHead(
            status: 200, fields: [.init(name: "Other", value: "0"), .init(name: "X-Key", value: "1"), .init(name: "x-key", value: "2")])
        #expect(head["X-KEY"] == "1" && head["x-key"] == "1" && head["key"] == nil)
    }

    @Test(arguments: [
        (0, false), (100, false), (199, false), (200, true), (204, true), (299, true), (300, false), (404, false), (500, false),
    ])
    func successIsFrom200To299(_ status: Int, _ expected: Bool) {
        #expect(HTTPHead(status: status).isSuccess == expected)
    }
}
