import Expressions
import PercentEncoding

/// What is asked of a source, with every value put in.
public enum ResolvedRequest: Sendable, Hashable {
    case url(URLQuestion)
    case command(CommandLine)
    case file(String)
    /// A file that tells of a match; the running match where the path is empty.
    case match(String)
    /// Tracks of the listening history and of a music library.
    case library(LibraryQuestion)
    /// The sound server, with so many peak levels a second; 0 for none.
    case mixer(meters: Double)
    /// A mixing console's address; that of the environment where it is empty.
    case console(String)
    /// A topic of an MQTT broker.
    case mqtt(Topic)
    case stdin
    case fixed(Value)

    /// A question to the listening history and a music library.
    public struct LibraryQuestion: Sendable, Hashable {
        /// The tracks that are asked for.
        public var list: KindLibraryQuery.List
        /// The library's database; that of the configuration where it is empty.
        public var database = ""
        /// The days that count; all where it is 0.
        public var days = 0.0
        /// The playlist's name, or the path of an M3U file; the first playlist where it is empty.
        public var name = ""
        /// The time of the day at which the playlist begins; midnight where it is empty.
        public var start = ""

        /// Makes a question.
        public init(_ list: KindLibraryQuery.List, database: String = "", days: Double = 0, name: String = "", start: String = "") {
            self.list = list
            self.database = database
            self.days = days
            self.name = name
            self.start = start
        }
    }

    /// A topic of an MQTT broker.
    public struct Topic: Sendable, Hashable {
        /// The topic, which may have `+` and `#` in it.
        public var filter: String
        /// The broker's address; that of the configuration where it is empty.
        public var broker: String
        /// Seconds after which a document no longer holds; nil for never.
        public var expire: Double?
        /// The message that an action sends.
        public var message = ""
        /// True to have the broker keep what an action sends.
        public var isRetained = false
    }

    /// A question to a web server.
    public struct URLQuestion: Sendable, Hashable {
        /// The address, encoded.
        public var url: String
        /// `GET`, `POST`, ….
        public var method: String
        /// The header fields in their order.
        public var headers: [Field]
        /// The body; nil for none.
        public var body: String?
        /// Status codes of a good answer.
        public var statuses: Set<Int>
        /// The most redirects that are followed.
        public var redirects: Int
        /// Values that are struck out of whatever is shown.
        public var secrets: Set<String>
        /// True where the address or the body holds a secret: such a question follows no redirect to another host.
        public var hasSecretOutsideHeaders: Bool

        /// Makes a question without secrets.
        public init(
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
    public struct Field: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: String
        /// True where the value is a secret, which no other host may see.
        public var isSecret: Bool
    }

    /// A program to run.
    public struct CommandLine: Sendable, Hashable {
        /// The program and its arguments.
        public var arguments: [String]
        /// Variables beside the few that every command has.
        public var environment: [String: String]
        /// Exit codes of a good answer.
        public var exits: Set<Int>
        /// True where the program goes on.
        public var isLasting: Bool
        /// Seconds until a lasting program that has ended is started again.
        public var restart: Double
        /// Values that are struck out of whatever is shown.
        public var secrets: Set<String>
    }

    /// The request for people, its secrets struck out; a line each part.
    public var explanation: [String] {
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
    /// The text with dots in place of secrets.
    public func striking(_ secrets: some Sequence<String>) -> String {
        var text = self
        for secret in secrets.sorted(by: { $0.count > $1.count }) where !secret.isEmpty {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "•••")
        }
        return text
    }
}

extension KindTransport {
    /// What is asked, with the values of an instance put in.
    public func resolved(_ values: KindValues, in entry: [String: Value] = [:], timeZones: TimeZones = TimeZones()) throws(KindError)
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

/// Puts values into requests.
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
                // An address that is a parameter as a whole stays one.
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
        var environment: [String: String] = [:]
        for item in command.environment { environment[item.name] = try input(item.value, "environment.\(item.name)").value }
        return ResolvedRequest.CommandLine(
            arguments: arguments, environment: environment, exits: command.exits, isLasting: command.isLasting, restart: command.restart,
            secrets: Set(secrets.values))
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

/// Words as a shell reads them, for people.
private enum ShellWord {
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0)) }
        return isPlain ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
