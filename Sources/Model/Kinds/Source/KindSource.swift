import SubdialExpressions

/// A source of a kind.
package struct KindSource: Sendable {
    /// The name of its document in expressions.
    package var name: String
    /// The transport of the document.
    package var transport: KindTransport
    /// The format of the document.
    package var format: DocumentFormat
    /// The time limit of a request in seconds.
    package var timeout: Double
    /// The maximum size of a document in bytes, after decompression.
    package var maximumBytes: Int
    /// True for a valid document; nil if all are valid.
    package var accept: KindExpression?
    /// True if entries can be made without it.
    package var isOptional: Bool

    /// True if the source is a web request or a program that runs once: its last response is used until the next request.
    package var isPolled: Bool {
        switch transport {
        case .url: true
        case .command(let command): !command.isLasting
        case .file, .match, .library, .mixer, .console, .mqtt, .stdin, .fixed: false
        }
    }
}

/// The transport of a document.
package enum KindTransport: Sendable {
    /// An HTTP request.
    case url(KindRequest)
    /// A program with its arguments.
    case command(KindCommand)
    /// A file, which is watched for changes.
    case file(KindExpression)
    /// A match file, which is watched for changes; the running match if the path is empty.
    case match(KindExpression)
    /// Tracks from the listening history and a music library, both of which are watched for changes.
    case library(KindLibraryQuery)
    /// The devices and streams of the sound server, which pushes changes, with this many peak levels per second; nil for none.
    case mixer(meters: KindExpression?)
    /// The address of a mixing console, which pushes changes; the environment's default if it is empty.
    case console(KindExpression)
    /// Messages on a topic of a broker, each of which is a document; for an action the message to publish.
    case mqtt(KindTopic)
    /// Lines on standard input.
    case stdin
    /// The document itself.
    case fixed(Value)
}

/// A query of the listening history and a music library.
package struct KindLibraryQuery: Sendable {
    /// The tracks to return.
    package enum List: String, Sendable, CaseIterable {
        /// The most recently played tracks, without repetitions.
        case recent
        /// The most played tracks.
        case mostPlayed
        /// A different album each day.
        case albumOfTheDay
        /// The tracks of a playlist in order.
        case playlist
    }

    /// The tracks to return.
    package var list: List
    /// The library's database; the configured one if it is empty.
    package var database: KindExpression?
    /// The number of days covered by ``List/mostPlayed``; all if it is 0.
    package var days: KindExpression?
    /// The playlist's name, or the path of an M3U file; the first playlist if it is empty.
    package var name: KindExpression?
    /// The time of day at which the playlist starts, such as `20:00`; it repeats after its end.
    package var start: KindExpression?
}

/// A topic of an MQTT broker.
package struct KindTopic: Sendable {
    /// The topic, which may contain the wildcards `+` and `#`.
    package var topic: KindExpression
    /// The broker's address; the configured one if it is nil or empty.
    package var broker: KindExpression?
    /// The seconds after which a document is no longer valid; nil for never.
    package var expire: Double?
    /// The message that an action publishes; nil for a source.
    package var message: KindExpression?
    /// True to publish a retained message.
    package var isRetained = false
}

/// A request to a web server.
package struct KindRequest: Sendable {
    /// The URL; values in it are percent-encoded.
    package var url: TextTemplate
    /// The names and values of the query.
    package var query: [(name: String, value: KindInput)]
    /// The header fields.
    package var headers: [(name: String, value: KindInput)]
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    package var method: String
    /// The body; nil for none.
    package var body: KindInput?
    /// The status codes of a successful response.
    package var statuses: Set<Int>
    /// The maximum number of redirects.
    package var redirects: Int
}

/// A program to run.
package struct KindCommand: Sendable {
    /// The program and its arguments; a shell is used only with ``usesShell``.
    package var arguments: [KindExpression]
    /// True if the only argument is a command line for `sh -c`.
    package var usesShell: Bool
    /// Environment variables in addition to those that every command gets.
    package var environment: [(name: String, value: KindInput)]
    /// The exit codes of success.
    package var exits: Set<Int>
    /// True if the program keeps running and each of its lines is a document.
    package var isLasting: Bool
    /// The seconds until a lasting program is restarted after it has ended.
    package var restart: Double

    /// The command as written in the file.
    package var source: String { arguments.map(\.source).joined(separator: " ") }
}

/// A part of a request: a value with expressions, or a secret.
package enum KindInput: Sendable {
    case expression(KindExpression)
    /// The name of the parameter with the secret.
    case secret(String)

    /// The text, if it is neither a secret nor contains an expression.
    package var literal: String? { if case .expression(let expression) = self { expression.literal } else { nil } }

    fileprivate var names: [String] { if case .expression(let expression) = self { expression.names } else { [] } }
}

extension KindTransport {
    /// The names that its expressions use.
    package var names: Set<String> {
        let expressions: [KindExpression?] =
            switch self {
            case .command(let command): command.arguments
            case .file(let path), .match(let path), .console(let path): [path]
            case .library(let query): [query.database, query.days, query.name, query.start]
            case .mixer(let meters): [meters]
            case .mqtt(let topic): [topic.topic, topic.broker, topic.message]
            case .url, .stdin, .fixed: []
            }
        let inputs: [KindInput] =
            switch self {
            case .url(let request): request.query.map(\.value) + request.headers.map(\.value) + [request.body].compactMap { $0 }
            case .command(let command): command.environment.map(\.value)
            case .file, .match, .library, .mixer, .console, .mqtt, .stdin, .fixed: []
            }
        var names = Set(expressions.compactMap { $0 }.flatMap(\.names) + inputs.flatMap(\.names))
        if case .url(let request) = self { names.formUnion(request.url.variables.map(\.name)) }
        return names
    }

    /// True for data of this machine, whose documents may name its files.
    package var isLocal: Bool {
        switch self {
        case .command, .file, .match, .library, .mixer, .stdin, .fixed: true
        case .url, .console, .mqtt: false
        }
    }
}
