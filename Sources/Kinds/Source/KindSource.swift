import Expressions
import Matches

/// One source of a kind.
public struct KindSource: Sendable {
    /// The name under which expressions have the document.
    public var name: String
    /// How the document is had.
    public var transport: KindTransport
    /// How it is written.
    public var format: DocumentFormat
    /// Seconds that an answer may take.
    public var timeout: Double
    /// The most bytes of a document, after unpacking.
    public var maximumBytes: Int
    /// True of a good document; nil where all are.
    public var accept: KindExpression?
    /// True where entries can be made without it.
    public var isOptional: Bool

    /// The value of a document that is played again.
    ///
    /// - Throws: Where it is not written so, and what there is instead.
    public func document(_ bytes: [UInt8]) throws(KindError) -> Value {
        guard case .match = transport else { return try format.value(of: bytes) }
        do {
            return try MatchDocument.value(of: bytes, nil)
        } catch {
            throw KindError(.document, at: "match", error.description)
        }
    }

    /// True where a server is asked, or a program is run: its last answer holds until it is time.
    public var isPolled: Bool {
        switch transport {
        case .url: true
        case .command(let command): !command.isLasting
        case .file, .match, .library, .mixer, .console, .mqtt, .stdin, .fixed: false
        }
    }
}

/// How a document is had.
public enum KindTransport: Sendable {
    /// An address that is asked.
    case url(KindRequest)
    /// A program and its arguments.
    case command(KindCommand)
    /// A file, which is followed.
    case file(KindExpression)
    /// A file that tells of a match, which is followed; the running match where the path is empty.
    case match(KindExpression)
    /// Tracks of the listening history and of a music library, both of which are followed.
    case library(KindLibraryQuery)
    /// The devices and streams of the sound server, which tells of changes itself, with so many peak levels a second; nil for none.
    case mixer(meters: KindExpression?)
    /// A mixing console at an address, which tells of changes itself; that of the environment where the address is empty.
    case console(KindExpression)
    /// Messages at a topic of a broker, each a document; for an action a message that is sent there.
    case mqtt(KindTopic)
    /// Lines on standard input.
    case stdin
    /// The document itself.
    case fixed(Value)
}

/// A question to the listening history and a music library.
public struct KindLibraryQuery: Sendable {
    /// The tracks that are asked for.
    public enum List: String, Sendable, CaseIterable {
        /// The tracks heard last, each once.
        case recent
        /// The tracks heard most.
        case mostPlayed
        /// An album for each day, another one each day.
        case albumOfTheDay
        /// The tracks of a playlist, one after the other.
        case playlist
    }

    /// The tracks that are asked for.
    public var list: List
    /// The library's database; that of the configuration where it is empty.
    public var database: KindExpression?
    /// The days that count for ``List/mostPlayed``; all where it is 0.
    public var days: KindExpression?
    /// The playlist's name, or the path of an M3U file; the first playlist where it is empty.
    public var name: KindExpression?
    /// The time of the day at which the playlist begins, such as `20:00`; it begins anew after its end.
    public var start: KindExpression?
}

/// A topic of an MQTT broker.
public struct KindTopic: Sendable {
    /// The topic, which may have `+` and `#` in it.
    public var topic: KindExpression
    /// The broker's address; that of the configuration where it is nil or empty.
    public var broker: KindExpression?
    /// Seconds after which a document no longer holds; nil for never.
    public var expire: Double?
    /// The message that an action sends; nil for a source.
    public var message: KindExpression?
    /// True to have the broker keep what an action sends.
    public var isRetained = false
}

/// A request to a web server.
public struct KindRequest: Sendable {
    /// The address; values in it are percent-encoded.
    public var url: TextTemplate
    /// The query's names and values.
    public var query: [(name: String, value: KindInput)]
    /// The header fields.
    public var headers: [(name: String, value: KindInput)]
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public var method: String
    /// The body; nil for none.
    public var body: KindInput?
    /// Status codes of a good answer.
    public var statuses: Set<Int>
    /// The most redirects that are followed.
    public var redirects: Int
}

/// A program that is run.
public struct KindCommand: Sendable {
    /// The program and its arguments, one of each; never read by a shell unless ``usesShell``.
    public var arguments: [KindExpression]
    /// True where the one argument is a line for `sh -c`.
    public var usesShell: Bool
    /// Variables beside the few that every command has.
    public var environment: [(name: String, value: KindInput)]
    /// Exit codes of a good answer.
    public var exits: Set<Int>
    /// True where the program goes on, and each of its lines is a document.
    public var isLasting: Bool
    /// Seconds until a lasting program that has ended is started again.
    public var restart: Double

    /// The program and its arguments, as far as no expression decides them.
    public var literals: [String] { arguments.compactMap(\.literal) }

    /// The command as it was written.
    public var source: String { arguments.map(\.source).joined(separator: " ") }
}

/// Something that goes into a request: made of expressions, or a secret.
public enum KindInput: Sendable {
    case expression(KindExpression)
    /// The parameter that holds the secret.
    case secret(String)
}
