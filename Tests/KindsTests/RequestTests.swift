import SubdialExpressions
import SubdialKinds
import Testing

/// Tests of requests with values.
@Suite struct RequestTests {
    private func request(_ source: String, _ values: [String: Value] = [:]) throws -> any ResolvedRequest {
        let kind = try Kind(
            "parameters: { place: \"\", id: 1, key: { type: secret } }\nsource: \(source)\nfields: { a: 1 }", name: "k", file: "f")
        return try kind.sources[0].request(KindValues(values, of: kind), knowing: nil)
    }

    @Test func valuesInAddressesAreEncoded() throws {
        let request = try request(
            "{ url: 'https://a.example/{{ place }}/x', query: { q: '{{ place }}', n: '{{ id }}' } }", ["place": "Köln & Bonn/../?"])
        #expect(
            request.explanation == [
                "GET https://a.example/K%C3%B6ln%20%26%20Bonn%2F..%2F%3F/x?q=K%C3%B6ln%20%26%20Bonn%2F..%2F%3F&n=1"
            ])
    }

    @Test func secretsAreStruckOut() throws {
        let request = try request(
            "{ url: 'https://a.example', query: { key: { secret: key } }, headers: { Authorization: { secret: key }, X: '{{ place }}' } }",
            ["key": "s3cr&t", "place": "p"])
        #expect(request.explanation == ["GET https://a.example?key=•••", "Authorization: •••", "X: p"])
        let question = try #require(request as? URLTransport.Request)
        #expect(question.url == "https://a.example?key=s3cr%26t")
        #expect(question.hasSecretOutsideHeaders)
    }

    @Test func aSecretThatIsMissingIsToldOf() {
        let error = #expect(throws: KindError.self) { try request("{ url: 'https://a.example', headers: { A: { secret: key } } }") }
        #expect(error?.description == "source, headers.A: the secret 'key' has no value; give one under 'with' in the configuration")
    }

    @Test func argumentsAreNeverReadByAShell() throws {
        #expect(
            try request("{ command: [echo, '{{ place }}'] }", ["place": "a; rm -rf '$HOME'"]).explanation == [
                #"echo 'a; rm -rf '\''$HOME'\'''"#
            ])
    }

    /// A value that its program would read as an option with program text; after `--` it is an argument.
    @Test(arguments: [
        ("[perl, -e, 'print', '{{ place }}']", "-esystem('x')", false), ("[perl, -e, 'print', --, '{{ place }}']", "-esystem('x')", true),
        ("[sed, -n, p, '{{ place }}']", "-e1e id", false), ("[fish, -c, 'echo', '{{ place }}']", "-cid", false),
        ("[node, -e, '1', '{{ place }}']", "--eval=1", false), ("[node, -e, '1', '{{ place }}']", "x", true),
        ("[sh, -c, 'echo \"$1\"', sh, '{{ place }}']", "-c", true), ("[python3, -c, '1', '{{ place }}']", "-c", true),
        ("[echo, '{{ place }}']", "-n", true), ("[find, '{{ place }}', -name, x]", "-delete", false),
        ("[./run, '{{ place }}']", "-x", true),
    ])
    func aValueIsNoOptionOfAnInterpreter(_ command: String, _ value: String, _ isPermitted: Bool) throws {
        let message = try refusal(of: command, with: value)
        #expect(isPermitted ? message.isEmpty : message.contains("write '--' before {{ place }}"), "\(message)")
    }

    /// The message with which a command is refused; empty if it is not.
    private func refusal(of command: String, with value: String) throws -> String {
        do {
            _ = try request("{ command: \(command) }", ["place": .string(value)])
            return ""
        } catch let error as KindError {
            return error.description
        }
    }

    /// A value that makes its command run something else.
    @Test(arguments: [
        ("[subdial, mixer, '-{{ place }}']", "5", true), ("[subdial, feed, '-{{ place }}']", "-on-art=id", false),
        ("[box, '{{ place }}', -c, id]", "sh", false), ("[box, '{{ place }}', -c, id]", "x", true),
        ("[find, ., '{{ place }}', id, ;]", "-exec", false),
    ])
    func aValueChangesNothingThatIsRun(_ command: String, _ value: String, _ isPermitted: Bool) throws {
        let message = try refusal(of: command, with: value)
        #expect(isPermitted ? message.isEmpty : message.hasPrefix("source, command: "), "\(message)")
    }

    @Test(arguments: [
        ("{ url: 'https://a/{{ place }}', query: { q: '{{ id }}' } }", ["id", "place"]),
        ("{ command: [a, '{{ place }}'], environment: { B: '{{ id }}' } }", ["id", "place"]),
        ("{ command: [a, b] }", []), ("{ file: '{{ place }}' }", ["place"]), ("{ mqtt: 'a/{{ place }}' }", ["place"]),
        ("{ url: https://a, headers: { X: '{{ place }}', Y: { secret: key } }, body: '{{ id }}' }", ["id", "place"]),
    ])
    func namesAreThoseOfAllExpressions(_ source: String, _ names: [String]) throws {
        let kind = try Kind(
            "parameters: { place: \"\", id: 1, key: { type: secret } }\nsource: \(source)\nfields: { a: 1 }", name: "k", file: "f")
        #expect(kind.sources[0].transport.names.sorted() == names)
    }

    /// What an address begins with is an address, and all else in it is a part of one.
    @Test(arguments: [
        ("'{{ place }}/a/{{ id }}'", "http://h:8080/x y", "GET http://h:8080/x y/a/1"),
        ("'{{ place }}'", "https://h/?a=b&c", "GET https://h/?a=b&c"),
        ("'https://h/{{ place }}'", "a/b", "GET https://h/a%2Fb"),
    ])
    func anAddressMayBeAParameter(_ url: String, _ value: String, _ line: String) throws {
        #expect(try request("{ url: \(url) }", ["place": .string(value)]).explanation == [line])
    }

    /// A secret address, and a login, are redacted as a whole.
    @Test func secretAddressesAndLogins() throws {
        #expect(try request("{ url: { secret: key } }", ["key": "https://c.example/private-1/basic.ics"]).explanation == ["GET •••"])
        let login = try request("{ url: 'https://a', login: { user: me, password: '{{ key }}' } }", ["key": "open sesame"])
        #expect(login.explanation == ["GET https://a", "Authorization: Basic •••"])
        #expect((login as? URLTransport.Request)?.headers.first?.value == "Basic bWU6b3BlbiBzZXNhbWU=")
    }

    @Test func formsAreEncoded() throws {
        let request = try #require(
            try request("{ url: 'https://a', form: { grant_type: client_credentials, a: [1, '{{ place }}'] } }", ["place": "x&y"])
                as? URLTransport.Request)
        #expect(request.body == "grant_type=client_credentials&a=1&a=x%26y" && request.method == "POST")
        #expect(request.headers.map(\.value) == ["application/x-www-form-urlencoded"])
    }

    @Test func aHeaderHasNoLineEnds() {
        #expect(throws: KindError.self) { try request("{ url: 'https://a', headers: { X: '{{ place }}' } }", ["place": "a\r\nEvil: 1"]) }
    }
}
