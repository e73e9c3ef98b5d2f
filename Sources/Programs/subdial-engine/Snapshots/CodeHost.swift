import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialHTTP

/// A service that hosts a repository and its pull requests.
protocol CodeHost: Sendable {
    /// The address of the job or of what it keeps, for readers; nil if it is not known.
    var jobAddress: String? { get }

    /// Stores pictures for the comment, and returns their addresses by name; empty if there is no place for them.
    func upload(_ pictures: [CommentPicture]) async throws -> [String: String]

    /// Writes the comment: in place of the one that begins with the marker, if there is one.
    ///
    /// - Parameter createsNew: False to write it only in place of an earlier one.
    /// - Returns: The address or number of the comment; nil if none was written.
    func write(_ text: String, marker: String, createsNew: Bool) async throws -> String?
}

/// A picture of a comment.
struct CommentPicture: Sendable {
    /// The name of its file, a hash of its content.
    let name: String
    let png: [UInt8]
}

/// Requests to the interface of a service.
struct CodeHostClient: Sendable {
    private static let patience: Duration = .seconds(30)

    /// The address to which paths are relative, without a slash at its end.
    let base: String
    /// The fields of each request, with the token.
    let headers: [HTTPHead.Field]
    /// The name of the service, for messages.
    let service: String

    /// Sends a request, and returns the answer; nil for an answer `404` if that is permitted.
    ///
    /// - Throws: ``CommandFailure`` with the service's own message.
    @discardableResult func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, mayBeMissing: Bool = false
    ) async throws -> JSONValue? {
        try await send(method, path, body.map { Array($0.text().utf8) } ?? [], "application/json", mayBeMissing: mayBeMissing)
    }

    @discardableResult func send(
        _ method: String, _ path: String, _ body: [UInt8], _ contentType: String, mayBeMissing: Bool = false
    ) async throws -> JSONValue? {
        let isGet = method == "GET"
        var request = HTTPRequest(isGet ? .get : .other(method, body: body), url: "\(base)/\(path)", timeout: Self.patience)
        request.headers = headers + (isGet ? [] : [HTTPHead.Field(name: "Content-Type", value: contentType)])
        request.accept = "application/json"
        // Redirects would carry the token elsewhere.
        request.maximumRedirects = 0
        request.maximumBody = 16 << 20
        let answer: HTTPResponse
        do {
            answer = try await HTTPClient().send(request)
        } catch {
            throw CommandFailure(.unavailable, "\(service): \(method) \(path.prefix { $0 != "?" }): \(error)")
        }
        if answer.status == 404, mayBeMissing { return nil }
        let json = try? JSONValue(parsing: answer.body)
        guard (200..<300).contains(answer.status) else {
            let reason = json?["message"].map { $0.string ?? $0.text() } ?? json?["error"]?.string ?? ""
            let words = reason.isEmpty ? "" : ": \(reason.oneLine(limit: 300))"
            throw CommandFailure(
                .unavailable, "\(service): \(method) \(path.prefix { $0 != "?" }) was answered with \(answer.status)\(words)")
        }
        return json ?? .null
    }

    /// The id of the first of all comments that begins with the marker.
    func comment(_ path: String, marker: String) async throws -> Int64? {
        for page in 1...20 {
            guard case .array(let comments)? = try await send("GET", "\(path)?per_page=100&page=\(page)") else { return nil }
            for comment in comments where comment["body"]?.string?.hasPrefix(marker) == true { return comment["id"]?.wholeNumber }
            if comments.count < 100 { return nil }
        }
        return nil
    }
}

/// Finds the service of a CI job by its environment.
enum CodeHosts {
    /// - Parameters:
    ///   - branch: The branch that keeps pictures on GitHub; nil for none.
    /// - Throws: ``CommandFailure`` if the job is on no known service, or of no pull request.
    static func host(_ environment: [String: String], branch: String?) throws -> any CodeHost {
        if environment["GITHUB_ACTIONS"] == "true" { return try GitHubHost(environment, branch: branch) }
        if environment["GITLAB_CI"] == "true" { return try GitLabHost(environment) }
        throw CommandFailure(
            .wrongUsage, "--post works in jobs of GitHub and GitLab; without it, the text of the comment is printed for other services")
    }

    /// A variable of the environment.
    static func value(_ name: String, _ environment: [String: String], _ meaning: String) throws -> String {
        guard let value = environment[name], !value.isEmpty else { throw CommandFailure(.wrongUsage, "\(name) is not set: \(meaning)") }
        return value
    }
}

extension JSONValue {
    /// The number if it is a whole one, as the ids of a service are.
    var wholeNumber: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
