import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialExpressions
import SubdialHTTP
import SubdialKinds

/// Reads all sources of an instance once, in parallel where none needs another one.
struct DataReading: Sendable {
    /// The document of a source, with what its server needs to detect a change.
    struct Document: Sendable {
        var value: Value
        var validators: URLReader.Validators?
    }

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
    let http: HTTPClient
    let trust: KindTrust
    /// The paths of the engine's own data.
    let places: DataPlaces
    /// Receives what is wrong with the covers of music files.
    let pictureReports: PictureReports
    let files = FileReader()

    init(instance: KindInstance, http: HTTPClient, trust: KindTrust, places: DataPlaces, pictureReports: PictureReports) {
        self.pictureReports = pictureReports
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
        var answer = Answer(documents: [:], validators: [:])
        let now = Date.now
        var waiting = instance.kind.sources
        // Sources that use no document of another one are read at once, and the others after those that they use.
        while !waiting.isEmpty {
            let knowledge = KindSource.Knowledge(documents: answer.documents, now: now)
            let ready = waiting.filter { source in source.dependencies.allSatisfy { answer.documents[$0] != nil } }
            guard !ready.isEmpty else { break }
            waiting.removeAll { source in ready.contains { $0.name == source.name } }
            let results = await ready.concurrentMap { source -> Result<Document, Failure> in
                let previous = known[source.name].map { Document(value: $0, validators: validators[source.name]) }
                if let value = pushed[source.name] { return .success(Document(value: value)) }
                // A document is as old as those that its request has used.
                let isCurrent = source.dependencies.allSatisfy { known[$0] == knowledge.documents[$0] }
                if isLocal, source.isPolled, isCurrent, let previous { return .success(previous) }
                return await result(of: source, knowledge, previous)
            }
            for (source, result) in zip(ready, results) {
                switch result {
                case .success(let document):
                    answer.documents[source.name] = document.value
                    answer.validators[source.name] = document.validators
                case .failure(let failure) where !source.isOptional: throw failure
                case .failure(let failure):
                    answer.documents[source.name] = .missing
                    answer.retryAfter = [answer.retryAfter, failure.retryAfter].compactMap { $0 }.max()
                }
            }
        }
        return answer
    }

    /// The circumstances of a document that arrives now.
    ///
    /// - Parameter charset: The character set that the server has announced.
    func arrival(charset: String? = nil) -> DocumentForm.Arrival { instance.arrival(at: .now, charset: charset) }

    private func result(of source: KindSource, _ knowledge: KindSource.Knowledge, _ known: Document?) async -> Result<Document, Failure> {
        do {
            guard try source.isWanted(instance.values, knowing: knowledge, timeZones: instance.timeZones) else {
                return .success(Document(value: .missing))
            }
            return .success(try await instance.reader(of: source, knowing: knowledge).read(source, by: self, known: known))
        } catch let error as KindError {
            return .failure(Failure(error: named(error, source), retryAfter: nil))
        } catch let failure as Failure {
            return .failure(Failure(error: named(failure.error, source), retryAfter: failure.retryAfter))
        } catch {
            return .failure(Failure(error: KindError(.source, "\(error)"), retryAfter: nil))
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
