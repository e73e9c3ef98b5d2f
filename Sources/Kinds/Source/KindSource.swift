import Expressions
import Matches

/// A source of a kind.
public struct KindSource: Sendable {
    /// The name of its document in expressions.
    public var name: String
    /// The transport of the document.
    public var transport: KindTransport
    /// The format of the document.
    public var format: DocumentFormat
    /// The time limit of a request in seconds.
    public var timeout: Double
    /// The maximum size of a document in bytes, after decompression.
    public var maximumBytes: Int
    /// True for a valid document; nil if all are valid.
    public var accept: KindExpression?
    /// True if entries can be made without it.
    public var isOptional: Bool

    /// Parses a replayed document.
    ///
    /// - Throws: If the document has another format; the error contains its beginning.
    public func document(_ bytes: [UInt8]) throws(KindError) -> Value {
        guard case .match = transport else { return try format.value(of: bytes) }
        do {
            return try MatchDocument.value(of: bytes, nil)
        } catch {
            throw KindError(.document, at: "match", error.description)
        }
    }

    /// True if the source is a web request or a program that runs once: its last response is used until the next request.
    public var isPolled: Bool {
        switch transport {
        case .url: true
        case .command(let command): !command.isLasting
        case .file, .match, .library, .mixer, .console, .mqtt, .stdin, .fixed: false
        }
    }
}

/// The transport of a document.
public enum KindTransport: Sendable {
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
public struct KindLibraryQuery: Sendable {
    /// The tracks to return.
    public enum List: String, Sendable, CaseIterable {
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
    public var list: List
    /// The library's database; the configured one if it is empty.
    public var database: KindExpression?
    /// The number of days covered by ``List/mostPlayed``; all if it is 0.
    public var days: KindExpression?
    /// The playlist's name, or the path of an M3U file; the first playlist if it is empty.
    public var name: KindExpression?
    /// The time of day at which the playlist starts, such as `20:00`; it repeats after its end.
    public var start: KindExpression?
}

/// A topic of an MQTT broker.
public struct KindTopic: Sendable {
    /// The topic, which may contain the wildcards `+` and `#`.
    public var topic: KindExpression
    /// The broker's address; the configured one if it is nil or empty.
    public var broker: KindExpression?
    /// The seconds after which a document is no longer valid; nil for never.
    public var expire: Double?
    /// The message that an action publishes; nil for a source.
    public var message: KindExpression?
    /// True to publish a retained message.
    public var isRetained = false
}

/// A request to a web server.
public struct KindRequest: Sendable {
    /// The URL; values in it are percent-encoded.
    public var url: TextTemplate
    /// The names and values of the query.
    public var query: [(name: String, value: KindInput)]
    /// The header fields.
    public var headers: [(name: String, value: KindInput)]
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public var method: String
    /// The body; nil for none.
    public var body: KindInput?
    /// The status codes of a successful response.
    public var statuses: Set<Int>
    /// The maximum number of redirects.
    public var redirects: Int
}

/// A program to run.
public struct KindCommand: Sendable {
    /// The program and its arguments; a shell is used only with ``usesShell``.
    public var arguments: [KindExpression]
    /// True if the only argument is a command line for `sh -c`.
    public var usesShell: Bool
    /// Environment variables in addition to those that every command gets.
    public var environment: [(name: String, value: KindInput)]
    /// The exit codes of success.
    public var exits: Set<Int>
    /// True if the program keeps running and each of its lines is a document.
    public var isLasting: Bool
    /// The seconds until a lasting program is restarted after it has ended.
    public var restart: Double

    /// The program and its arguments, without those that contain expressions.
    public var literals: [String] { arguments.compactMap(\.literal) }

    /// The command as written in the file.
    public var source: String { arguments.map(\.source).joined(separator: " ") }
}

/// A part of a request: a value with expressions, or a secret.
public enum KindInput: Sendable {
    case expression(KindExpression)
    /// The name of the parameter with the secret.
    case secret(String)
}
