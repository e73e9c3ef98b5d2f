import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialConsoles
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialLibrary
import SubdialMatches
import SubdialMixers

/// Reads all sources of an instance once, in parallel.
struct DataReading: Sendable {
    /// The documents of all sources.
    struct Answer: Sendable {
        var documents: [String: Value]
        var validators: [String: URLReader.Validators]
        /// The longest `Retry-After` time of an optional source, in seconds.
        var retryAfter: Double?
    }

    /// The error of a failed reading, with the server's `Retry-After` time.
    struct Failure: Error {
        var error: KindError
        var retryAfter: Double?
    }

    let instance: KindInstance
    private let http: HTTPClient
    let trust: KindTrust
    /// The paths of the engine's own data.
    let places: DataPlaces
    private let files = FileReader()

    init(instance: KindInstance, http: HTTPClient, trust: KindTrust, places: DataPlaces) {
        self.instance = instance
        self.http = http
        self.trust = trust
        self.places = places
    }

    /// Reads the documents of all sources.
    ///
    /// - Parameters:
    ///   - known: The previous documents, for sources whose server reports them as unchanged.
    ///   - pushed: Pushed documents; their sources are not read.
    ///   - isLocal: True to query no server and run no program if its document is known.
    func read(
        known: [String: Value] = [:], validators: [String: URLReader.Validators] = [:], pushed: [String: Value] = [:],
        isLocal: Bool = false
    ) async throws(Failure) -> Answer {
        let results = await withTaskGroup(of: (String, Result<(Value, URLReader.Validators?), Failure>).self) { group in
            for source in instance.kind.sources {
                if let value = pushed[source.name] ?? (isLocal && source.isPolled ? known[source.name] : nil) {
                    let kept = validators[source.name]
                    group.addTask { (source.name, .success((value, kept))) }
                    continue
                }
                group.addTask {
                    do throws(Failure) {
                        return (source.name, .success(try await read(source, known[source.name], validators[source.name])))
                    } catch {
                        return (source.name, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var answer = Answer(documents: [:], validators: [:])
        for source in instance.kind.sources {
            switch results[source.name] {
            case .success(let (value, validators)):
                answer.documents[source.name] = value
                answer.validators[source.name] = validators
            case .failure(let failure) where !source.isOptional: throw failure
            case .failure(let failure):
                answer.documents[source.name] = .missing
                answer.retryAfter = [answer.retryAfter, failure.retryAfter].compactMap { $0 }.max()
            case nil: answer.documents[source.name] = .missing
            }
        }
        return answer
    }

    private func read(
        _ source: KindSource, _ known: Value?, _ validators: URLReader.Validators?
    ) async throws(Failure) -> (Value, URLReader.Validators?) {
        do {
            switch try source.transport.resolved(instance.values, timeZones: instance.timeZones) {
            case .url(let question):
                let reader = URLReader(http: http, question: question, timeout: source.timeout, maximum: source.maximumBytes)
                let outcome: URLReader.Outcome
                do throws(URLReader.Failure) {
                    outcome = try await reader.read(known == nil ? URLReader.Validators() : validators ?? URLReader.Validators())
                } catch {
                    throw Failure(error: named(error.error, source), retryAfter: error.retryAfter)
                }
                switch outcome {
                case .unchanged: return (known ?? .missing, validators)
                case .document(let bytes, let validators): return (try source.format.value(of: bytes), validators)
                }
            case .command(let line):
                let program = try await trust.program(of: line, in: instance)
                guard !line.isLasting else { throw KindError.waiting("the command has written no line yet") }
                let reader = CommandReader(line: line, folder: instance.folder, program: program)
                return (try source.format.value(of: try await reader.output(timeout: source.timeout, maximum: source.maximumBytes)), nil)
            case .file(let path):
                return (try source.format.value(of: try await files.bytes(of: self.path(ofFile: path), maximum: source.maximumBytes)), nil)
            case .match(let path): return (try await match(path, maximum: source.maximumBytes), nil)
            case .library(let question): return (try await library(question), nil)
            case .fixed(let value): return (value, nil)
            case .mixer(let meters):
                // A single reading does not wait for a change.
                do throws(PulseError) {
                    return (try await PulseMixer(server: instance.surroundings.soundServer).mixer(isMetered: meters > 0).document, nil)
                } catch {
                    throw KindError(.source, at: "mixer", error.description, isUnreachable: true)
                }
            case .console(let written):
                let link = try console(written)
                do throws(ConsoleError) {
                    let view = try await link.view(within: .seconds(min(source.timeout, 3600)))
                    return (view.document(of: link.address) ?? .missing, nil)
                } catch {
                    throw KindError(.source, at: "console", error.description, isUnreachable: true)
                }
            case .mqtt(let topic): return (try await retained(topic, of: source), nil)
            case .stdin: throw KindError.waiting("there is no line on standard input yet")
            }
        } catch let error as KindError {
            throw Failure(error: named(error, source), retryAfter: nil)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(error: KindError(.source, "\(error)"), retryAfter: nil)
        }
    }

    /// The prefix of a path in Subdial's state folder.
    private static let statePrefix = "state:"

    /// The path of a source's file: one of the kind's, or with `state:` one in Subdial's state folder.
    func path(ofFile written: String) -> String {
        guard written.hasPrefix(Self.statePrefix) else { return instance.path(written) }
        return "\(places.state.path)/\(written.dropFirst(Self.statePrefix.count))"
    }

    /// The path of a match's file; that of the running match if empty.
    func path(ofMatch written: String) -> String { written.isEmpty ? places.match : instance.path(written) }

    /// The console at an address, or the configured one if empty.
    func console(_ written: String) throws(KindError) -> ConsoleLink {
        do throws(ConsoleError) {
            return ConsoleLink(
                try ConsoleAddress(written.isEmpty ? instance.surroundings.console ?? "" : written), folder: places.consoles)
        } catch {
            throw KindError(.source, at: "console", error.description, isUnreachable: error == .noAddress)
        }
    }

    /// The library's database, with an absolute path; nil if none is configured.
    func database(of question: ResolvedRequest.LibraryQuestion) -> LibraryDatabase? {
        (question.database.isEmpty ? instance.surroundings.library : instance.path(question.database)).map { LibraryDatabase($0) }
    }

    /// The path of the M3U file in a question; nil if its name is not that of a file.
    func playlistFile(of question: ResolvedRequest.LibraryQuestion) -> String? {
        let name = question.name.lowercased()
        return name.hasSuffix(".m3u") || name.hasSuffix(".m3u8") ? instance.path(question.name) : nil
    }

    private func library(_ question: ResolvedRequest.LibraryQuestion) async throws(KindError) -> Value {
        // Databases and covers are slow and must not block the cooperative thread pool.
        let result = await Self.lane.value { () -> Result<Value, KindError> in
            let reader = LibraryReader(
                question: question, file: playlistFile(of: question), places: places, library: database(of: question),
                zones: instance.timeZones, now: .now)
            do throws(KindError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        guard let result else { throw KindError(.source, at: "library", "the system gives no thread to read it") }
        return try result.get()
    }

    private static let lane = WorkLane()

    private func match(_ written: String, maximum: Int) async throws(KindError) -> Value {
        let path = path(ofMatch: written)
        let bytes: [UInt8]
        do throws(KindError) {
            bytes = try await files.bytes(of: path, maximum: maximum)
        } catch {
            // Before the first match there is no file, which is not an error.
            if written.isEmpty, access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return MatchDocument.none }
            throw error
        }
        do {
            return try MatchDocument.value(of: bytes, .now)
        } catch {
            throw KindError(.document, at: "match", error.description, value: path)
        }
    }

    /// The error with the source's name, if there are several.
    private func named(_ error: KindError, _ source: KindSource) -> KindError {
        guard instance.kind.sources.count > 1 else { return error }
        var error = error
        error.place = error.place.isEmpty ? source.name : "\(source.name).\(error.place)"
        return error
    }
}
