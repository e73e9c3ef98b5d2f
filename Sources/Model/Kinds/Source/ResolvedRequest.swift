import SubdialBasics
import SubdialExpressions

/// A request to a source, with all expressions evaluated.
package enum ResolvedRequest: Sendable, Hashable {
    case url(URLQuestion)
    case command(CommandLine)
    case file(String)
    /// A match file; the running match if the path is empty.
    case match(String)
    /// Tracks from the listening history and a music library.
    case library(LibraryQuestion)
    /// The sound server, with this many peak levels per second; 0 for none.
    case mixer(meters: Double)
    /// The address of a mixing console; the environment's default if it is empty.
    case console(String)
    /// A topic of an MQTT broker.
    case mqtt(Topic)
    case stdin
    case fixed(Value)

    /// A query of the listening history and a music library.
    package struct LibraryQuestion: Sendable, Hashable {
        /// The tracks to return.
        package var list: KindLibraryQuery.List
        /// The library's database; the configured one if it is empty.
        package var database = ""
        /// The number of days to cover; all if it is 0.
        package var days = 0.0
        /// The playlist's name, or the path of an M3U file; the first playlist if it is empty.
        package var name = ""
        /// The time of day at which the playlist starts; midnight if it is empty.
        package var start = ""

        /// Makes a query.
        package init(_ list: KindLibraryQuery.List, database: String = "", days: Double = 0, name: String = "", start: String = "") {
            self.list = list
            self.database = database
            self.days = days
            self.name = name
            self.start = start
        }
    }

    /// A topic of an MQTT broker.
    package struct Topic: Sendable, Hashable {
        /// The topic filter, which may contain the wildcards `+` and `#`.
        package var filter: String
        /// The broker's address; the configured one if it is empty.
        package var broker: String
        /// The seconds after which a document is no longer valid; nil for never.
        package var expire: Double?
        /// The message that an action publishes.
        package var message = ""
        /// True to publish a retained message.
        package var isRetained = false
    }

    /// A request to a web server.
    package struct URLQuestion: Sendable, Hashable {
        /// The encoded URL.
        package var url: String
        /// `GET`, `POST`, ….
        package var method: String
        /// The header fields in order.
        package var headers: [Field]
        /// The body; nil for none.
        package var body: String?
        /// The status codes of a successful response.
        package var statuses: Set<Int>
        /// The maximum number of redirects.
        package var redirects: Int
        /// Values that are redacted in all displayed texts.
        package var secrets: Set<String>
        /// True if the URL or the body contains a secret: such a request follows no redirect to another host.
        package var hasSecretOutsideHeaders: Bool

        /// Makes a request, by default without secrets.
        package init(
            url: String, method: String = "GET", headers: [Field] = [], body: String? = nil, statuses: Set<Int> = [200], redirects: Int = 3,
            secrets: Set<String> = [], hasSecretOutsideHeaders: Bool = false
        ) {
            self.url = url
            self.method = method
            self.headers = headers
            self.body = body
            self.statuses = statuses
            self.redirects = redirects
            self.secrets = secrets
            self.hasSecretOutsideHeaders = hasSecretOutsideHeaders
        }
    }

    /// A header field.
    package struct Field: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String
        /// True if the value is a secret, which must not be sent to another host.
        package var isSecret: Bool
    }

    /// A program to run.
    package struct CommandLine: Sendable, Hashable {
        /// The program and its arguments.
        package var arguments: [String]
        /// Environment variables in addition to those that every command gets.
        package var environment: [String: String]
        /// The exit codes of success.
        package var exits: Set<Int>
        /// True if the program keeps running.
        package var isLasting: Bool
        /// The seconds until a lasting program is restarted after it has ended.
        package var restart: Double
        /// Values that are redacted in all displayed texts.
        package var secrets: Set<String>
    }

    /// The request as display text with redacted secrets, one line for each part.
    package var explanation: [String] {
        switch self {
        case .url(let question):
            return ["\(question.method) \(question.url.striking(question.secrets))"]
                + question.headers.map { "\($0.name): \($0.isSecret ? "•••" : $0.value.striking(question.secrets))" }
                + (question.body.map { ["", $0.striking(question.secrets)] } ?? [])
        case .command(let line):
            return [line.arguments.map { ShellWord.quoted($0) }.joined(separator: " ")]
                + line.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.striking(line.secrets))" }
        case .file(let path): return [path]
        case .match(let path): return [path.isEmpty ? "the running match" : path]
        case .library(let question):
            let parts = [
                question.database, question.days > 0 ? "\(Value.double(question.days).text) days" : "", question.name, question.start,
            ]
            return ["\(question.list.rawValue) of the library" + parts.filter { !$0.isEmpty }.map { ", \($0)" }.joined()]
        case .mixer(let meters): return ["the sound server" + (meters > 0 ? ", \(Value.double(meters).text) peak levels a second" : "")]
        case .console(let address): return [address.isEmpty ? "the mixing console" : address]
        case .mqtt(let topic): return [topic.broker.isEmpty ? topic.filter : "\(topic.filter) of \(topic.broker)"]
        case .stdin: return ["standard input"]
        case .fixed: return ["kind.yaml itself"]
        }
    }
}

extension String {
    /// The text with secrets replaced by dots.
    package func striking(_ secrets: some Sequence<String>) -> String {
        var text = self
        for secret in secrets.sorted(by: { $0.count > $1.count }) where !secret.isEmpty {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "•••")
        }
        return text
    }
}

extension KindTransport {
    /// The request with the values of an instance.
    package func resolved(_ values: KindValues, in entry: [String: Value] = [:], timeZones: TimeZones = TimeZones()) throws(KindError)
        -> ResolvedRequest
    {
        var scope = DictionaryScope(entry.merging(values.open) { first, _ in first })
        scope.timeZones = timeZones
        let resolver = RequestResolver(scope: scope, secrets: values.secrets)
        switch self {
        case .url(let request): return .url(try resolver.question(request))
        case .command(let command): return .command(try resolver.line(command))
        case .file(let path): return .file(try path.value(in: scope, step: .source).text)
        case .match(let path): return .match(try path.value(in: scope, step: .source).text)
        case .library(let query):
            func text(_ expression: KindExpression?) throws(KindError) -> String {
                try expression?.value(in: scope, step: .source).text ?? ""
            }
            return .library(
                ResolvedRequest.LibraryQuestion(
                    query.list, database: try text(query.database),
                    days: try query.days?.value(in: scope, step: .source).number ?? 0, name: try text(query.name),
                    start: try text(query.start)))
        case .mixer(let meters):
            let rate = try meters?.value(in: scope, step: .source).number ?? 0
            guard rate == 0 || (1...60).contains(rate) else {
                throw KindError(.source, at: "meters", "meters takes 1 to 60 levels a second, or 0 for none")
            }
            return .mixer(meters: rate)
        case .console(let address): return .console(try address.value(in: scope, step: .source).text)
        case .mqtt(let topic):
            return .mqtt(
                ResolvedRequest.Topic(
                    filter: try topic.topic.value(in: scope, step: .source).text,
                    broker: try topic.broker?.value(in: scope, step: .source).text ?? "", expire: topic.expire,
                    message: try topic.message?.value(in: scope, step: .action).text ?? "", isRetained: topic.isRetained))
        case .stdin: return .stdin
        case .fixed(let value): return .fixed(value)
        }
    }
}

/// Evaluates the expressions of requests.
private struct RequestResolver {
    let scope: DictionaryScope
    let secrets: [String: String]

    func question(_ request: KindRequest) throws(KindError) -> ResolvedRequest.URLQuestion {
        var url = ""
        for segment in request.url.segments {
            switch segment {
            case .literal(let text): url += text
            case .expression(let expression, _):
                let value: Value
                do {
                    value = try expression.evaluate(in: scope)
                } catch {
                    throw KindError(.source, at: "url", error.reason)
                }
                // A URL that consists of a single expression is not encoded.
                url += request.url.single != nil ? value.text : value.text.percentEncoded
            }
        }
        var hasSecret = false
        for (index, item) in request.query.enumerated() {
            let (value, isSecret) = try input(item.value, "query.\(item.name)")
            hasSecret = hasSecret || isSecret
            url += (index == 0 && !url.contains("?") ? "?" : "&") + item.name.percentEncoded + "=" + value.percentEncoded
        }
        var headers: [ResolvedRequest.Field] = []
        for item in request.headers {
            let (value, isSecret) = try input(item.value, "headers.\(item.name)")
            guard !(item.name + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                throw KindError(.source, at: "headers.\(item.name)", "a header field has no line ends and no controls")
            }
            headers.append(.init(name: item.name, value: value, isSecret: isSecret))
        }
        let body = try request.body.map { (b) throws(KindError) in try input(b, "body") }
        return ResolvedRequest.URLQuestion(
            url: url, method: request.method, headers: headers, body: body?.value, statuses: request.statuses, redirects: request.redirects,
            secrets: Set(secrets.values.flatMap { [$0, $0.percentEncoded] }), hasSecretOutsideHeaders: hasSecret || body?.isSecret == true)
    }

    func line(_ command: KindCommand) throws(KindError) -> ResolvedRequest.CommandLine {
        var arguments: [String] = command.usesShell ? ["/bin/sh", "-c"] : []
        for argument in command.arguments { arguments.append(try argument.value(in: scope, step: .source).text) }
        guard !arguments.contains(where: { $0.utf8.contains(0) }), arguments.first?.isEmpty == false else {
            throw KindError(.source, at: "command", "the program is missing, or a value has a zero byte in it")
        }
        try check(arguments, of: command)
        var environment: [String: String] = [:]
        for item in command.environment { environment[item.name] = try input(item.value, "environment.\(item.name)").value }
        return ResolvedRequest.CommandLine(
            arguments: arguments, environment: environment, exits: command.exits, isLasting: command.isLasting, restart: command.restart,
            secrets: Set(secrets.values))
    }

    /// Checks that no value changes what the command runs.
    private func check(_ arguments: [String], of command: KindCommand) throws(KindError) {
        let roles = CommandRoles(command.words)
        for part in roles.parts where part.role == .operand && part.word.hasExpression {
            guard arguments.indices.contains(part.index), arguments[part.index].hasPrefix("-") else { continue }
            throw KindError(
                .source, at: "command",
                "'\(part.reader)' would read a value that begins with '-' as an option, which may run something: "
                    + "write '--' before \(part.word.source.oneLine(limit: 80))",
                value: arguments[part.index].striking(secrets.values))
        }
        guard CommandRoles(arguments.map { CommandWord($0) }).run != roles.run else { return }
        throw KindError(
            .source, at: "command", "a value changes what the command runs",
            value: arguments.joined(separator: " ").striking(secrets.values))
    }

    private func input(_ input: KindInput, _ place: String) throws(KindError) -> (value: String, isSecret: Bool) {
        switch input {
        case .expression(let expression):
            let value = try expression.value(in: scope, step: .source)
            return (value.text, false)
        case .secret(let name):
            guard let secret = secrets[name] else {
                throw KindError(.source, at: place, "the secret '\(name)' has no value; give one under 'with' in the configuration")
            }
            return (secret, true)
        }
    }
}

/// Quoting of shell words for display.
private enum ShellWord {
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0)) }
        return isPlain ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
