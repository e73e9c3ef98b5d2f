import SubdialExpressions
import SubdialHTTP
import SubdialKinds

extension URLTransport.Request: TransportReader {
    /// The time limit of an action's request in seconds.
    private static let actionTimeout = 30.0
    /// The maximum size of the response to an action, in bytes.
    private static let actionMaximum = 1 << 20

    var host: String? { try? WebURL(parsing: url).host }

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let reader = URLReader(http: reading.http, question: self, timeout: source.timeout, maximum: source.maximumBytes)
        let outcome: URLReader.Outcome
        do throws(URLReader.Failure) {
            outcome = try await reader.read(known?.validators ?? URLReader.Validators())
        } catch {
            throw DataReading.Failure(error: error.error, retryAfter: error.retryAfter)
        }
        switch outcome {
        case .unchanged: return known ?? DataReading.Document(value: .missing)
        case .document(let bytes, let validators):
            return DataReading.Document(value: try source.format.value(of: bytes), validators: validators)
        }
    }

    func perform(for follower: DataFollower, in hub: Hub) async throws -> String? {
        var request = self
        // Any success status is accepted, because the response body is not used.
        if request.statuses == [200] { request.statuses = Set(200...299) }
        let reader = URLReader(
            http: follower.reading.http, question: request, timeout: Self.actionTimeout, maximum: Self.actionMaximum)
        do throws(URLReader.Failure) {
            _ = try await reader.read()
        } catch {
            throw error.error
        }
        await follower.refresh()
        return nil
    }
}
