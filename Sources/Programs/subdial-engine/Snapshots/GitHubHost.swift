import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialHTTP

/// GitHub, in a job of its Actions.
///
/// Pictures go to a branch of the repository, because GitHub has no other place for files of a comment.
struct GitHubHost: CodeHost {
    /// The number of attempts to move the branch, which another job may move at the same time.
    private static let attempts = 5

    private let client: CodeHostClient
    private let server: String
    private let repository: String
    private let number: Int64
    private let run: String?
    private let branch: String?

    init(_ environment: [String: String], branch: String?) throws {
        let token = try CodeHosts.value("GITHUB_TOKEN", environment, "a token that may write to pull requests")
        server = environment["GITHUB_SERVER_URL"] ?? "https://github.com"
        repository = try CodeHosts.value("GITHUB_REPOSITORY", environment, "the owner and the name of the repository")
        run = environment["GITHUB_RUN_ID"]
        self.branch = branch
        let event = try CodeHosts.value("GITHUB_EVENT_PATH", environment, "the file with the event of the job")
        let json = (try? Data(contentsOf: URL(filePath: event))).flatMap { try? JSONValue(parsing: Array($0)) }
        // A comment has an issue, which is a pull request if it says so; a workflow after another one has a list.
        var found = json?["pull_request"]?["number"]?.wholeNumber
        if found == nil, json?["issue"]?["pull_request"] != nil { found = json?["issue"]?["number"]?.wholeNumber }
        if found == nil, case .array(let all)? = json?["workflow_run"]?["pull_requests"] { found = all.first?["number"]?.wholeNumber }
        guard let found else { throw CommandFailure(.wrongUsage, "\(event): the event of this job is none of a pull request") }
        number = found
        client = CodeHostClient(
            base: environment["GITHUB_API_URL"] ?? "https://api.github.com",
            headers: [
                HTTPHead.Field(name: "Authorization", value: "Bearer \(token)"),
                HTTPHead.Field(name: "X-GitHub-Api-Version", value: "2022-11-28"),
            ], service: "GitHub")
    }

    var jobAddress: String? { run.map { "\(server)/\(repository)/actions/runs/\($0)" } }

    func write(_ text: String, marker: String, createsNew: Bool) async throws -> String? {
        let comments = "repos/\(repository)/issues/\(number)/comments"
        let body: JSONValue = ["body": .string(text)]
        let known = try await client.comment(comments, marker: marker)
        guard known != nil || createsNew else { return nil }
        let answer =
            if let known {
                try await client.send("PATCH", "repos/\(repository)/issues/comments/\(known)", body)
            } else {
                try await client.send("POST", comments, body)
            }
        return answer?["html_url"]?.string ?? "#\(number)"
    }

    func upload(_ pictures: [CommentPicture]) async throws -> [String: String] {
        guard let branch, !pictures.isEmpty else { return [:] }
        let git = "repos/\(repository)/git"
        var tree: [JSONValue] = []
        for picture in pictures {
            let blob = try await client.send(
                "POST", "\(git)/blobs", ["content": .string(Data(picture.png).base64EncodedString()), "encoding": "base64"])
            tree.append(["path": .string(picture.name), "mode": "100644", "type": "blob", "sha": try Self.hash(blob)])
        }
        for attempt in 1... {
            do {
                try await commit(tree, to: branch, git)
                break
            } catch {
                guard attempt < Self.attempts else { throw error }
            }
        }
        return Dictionary(pictures.map { ($0.name, "\(server)/\(repository)/raw/\(branch)/\($0.name)") }) { first, _ in first }
    }

    /// Adds files to the branch, which is made if it is missing.
    private func commit(_ tree: [JSONValue], to branch: String, _ git: String) async throws {
        let head = try await client.send("GET", "\(git)/ref/heads/\(branch)", mayBeMissing: true)?["object"]?["sha"]?.string
        var members: [JSONMember] = [JSONMember("tree", .array(tree))]
        if let head {
            let known = try await client.send("GET", "\(git)/commits/\(head)")
            members.append(JSONMember("base_tree", try Self.hash(known?["tree"])))
        }
        let new = try await client.send("POST", "\(git)/trees", .object(members))
        let commit = try await client.send(
            "POST", "\(git)/commits",
            [
                "message": .string("Pictures of pull request \(number)"), "tree": try Self.hash(new),
                "parents": .array(head.map { [.string($0)] } ?? []),
            ])
        if head == nil {
            try await client.send("POST", "\(git)/refs", ["ref": .string("refs/heads/\(branch)"), "sha": try Self.hash(commit)])
        } else {
            try await client.send("PATCH", "\(git)/refs/heads/\(branch)", ["sha": try Self.hash(commit)])
        }
    }

    private static func hash(_ answer: JSONValue?) throws -> JSONValue {
        guard let hash = answer?["sha"], hash.string != nil else { throw CommandFailure(.badData, "GitHub: an answer has no 'sha'") }
        return hash
    }
}
