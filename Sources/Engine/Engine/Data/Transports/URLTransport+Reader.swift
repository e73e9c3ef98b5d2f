import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialHTTP
import SubdialKinds

extension URLTransport.Request: TransportReader {
    /// The time limit of an action's request in seconds.
    private static let actionTimeout = 30.0
    /// The maximum size of the response to an action, in bytes.
    private static let actionMaximum = 1 << 20
    /// The maximum size of a file with certificates, in bytes.
    private static let certificateMaximum = 1 << 20

    var host: String? {
        // What is not known yet stands after the host, or the host is not known either.
        let known = url.firstRange(of: "{{").map { String(url[..<$0.lowerBound]) } ?? url
        guard known == url || known.split(separator: "/", omittingEmptySubsequences: false).count > 3 else { return nil }
        return try? WebURL(parsing: known).host
    }

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let certificates = try await certificates(reading)
        guard let pages else {
            // The validators of another request say nothing about this one.
            let validators = known?.validators.flatMap { [identity, nil].contains($0.request) ? $0 : nil }
            switch try await outcome(self, source, reading, certificates, validators ?? URLReader.Validators(), source.maximumBytes) {
            case .unchanged: return known ?? DataReading.Document(value: .missing)
            case .document(let response, let validators):
                let value = try self.value(of: response, source, reading)
                return DataReading.Document(value: hasResponse ? Self.value(of: response.head, value) : value, validators: validators)
            }
        }
        return DataReading.Document(value: .list(try await rows(pages, source, reading, certificates)))
    }

    /// The rows of all pages of a list.
    private func rows(
        _ pages: PageRules.Values, _ source: KindSource, _ reading: DataReading, _ certificates: HTTPCertificates?
    ) async throws -> [Value] {
        var rows: [Value] = []
        var request = self
        var (left, number) = (source.maximumBytes, 1)
        while true {
            let outcome = try await outcome(request, source, reading, certificates, URLReader.Validators(), max(1, left))
            guard case .document(let response, _) = outcome else { return rows }
            left -= response.body.count
            let page = try pages.read(
                value(of: response, source, reading), link: response.head.all("Link").joined(separator: ", "), number: number)
            rows += page.rows
            guard let next = page.next, number < pages.most else { return rows }
            let target = try self.target(of: next, from: request.url)
            guard target != request.url else { return rows }
            request.url = target
            number += 1
        }
    }

    /// The address of the next page, which is at the same host.
    private func target(of next: String, from url: String) throws(KindError) -> String {
        let target: (text: String, url: WebURL)
        let first: WebURL
        do {
            first = try WebURL(parsing: self.url)
            target = try WebURL.resolving(next, against: url)
        } catch {
            throw KindError(.source, at: "pages", "the next page is at no address: \(error)", value: next.striking(secrets))
        }
        guard target.url.hasOrigin(of: first) else {
            throw KindError(.source, at: "pages", "the next page is at another host", value: target.url.host)
        }
        return target.text
    }

    private func outcome(
        _ request: URLTransport.Request, _ source: KindSource, _ reading: DataReading, _ certificates: HTTPCertificates?,
        _ validators: URLReader.Validators, _ maximum: Int
    ) async throws -> URLReader.Outcome {
        let reader = URLReader(
            http: reading.http, question: request, timeout: source.timeout, maximum: maximum, certificates: certificates, isSource: true,
            isForeign: isForeign)
        do throws(URLReader.Failure) {
            return try await reader.read(validators)
        } catch {
            throw DataReading.Failure(error: error.error, retryAfter: error.retryAfter)
        }
    }

    /// The document of an answer; missing for one that by its status has none.
    private func value(of response: HTTPResponse, _ source: KindSource, _ reading: DataReading) throws(KindError) -> Value {
        guard response.status != 204 else { return .missing }
        return try source.form.value(of: response.body, reading.arrival(charset: response.head.charset))
    }

    /// A document with the head of its answer; names of header fields are in lower case.
    private static func value(of head: HTTPHead, _ document: Value) -> Value {
        let fields = Dictionary(head.fields.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        return .map(["status": .integer(Int64(head.status)), "headers": .map(fields.mapValues(Value.string)), "body": document])
    }

    /// Reads the files with certificates; nil without any.
    private func certificates(_ reading: DataReading) async throws(KindError) -> HTTPCertificates? {
        guard let tls else { return nil }
        func bytes(_ path: String, _ key: String) async throws(KindError) -> [UInt8]? {
            guard !path.isEmpty else { return nil }
            do throws(KindError) {
                let bytes = try await reading.files.bytes(of: reading.instance.path(path), maximum: Self.certificateMaximum)
                guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ") else {
                    throw KindError(.source, at: "tls.\(key)", "there is nothing in PEM form in it", value: path)
                }
                return bytes
            } catch {
                throw KindError(.source, at: "tls.\(key)", error.reason, value: path)
            }
        }
        return HTTPCertificates(
            authorities: try await bytes(tls.authorities, "ca"), certificate: try await bytes(tls.certificate, "certificate"),
            key: try await bytes(tls.key, "key"), verifies: tls.verifies)
    }

    func perform(for follower: DataFollower, in hub: Hub) async throws -> String? {
        var request = self
        // Any success status is accepted, because the response body is not used.
        if request.statuses == [200] { request.statuses = Set(200...299) }
        let reader = URLReader(
            http: follower.reading.http, question: request, timeout: Self.actionTimeout, maximum: Self.actionMaximum,
            certificates: try await certificates(follower.reading))
        do throws(URLReader.Failure) {
            _ = try await reader.read()
        } catch {
            throw error.error
        }
        await follower.refresh()
        return nil
    }
}
