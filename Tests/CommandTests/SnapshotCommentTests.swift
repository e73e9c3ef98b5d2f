import Foundation
import SubdialDocuments
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// `subdial snapshot comment`: the result of a check at a pull request.
@Suite struct SnapshotCommentTests {
    private let place: SnapshotWorkplace
    private var sandbox: Sandbox { place.sandbox }

    /// A suite of which one template has changed, and been checked.
    init() throws {
        place = try SnapshotWorkplace()
        #expect(try place.run("record").status == 0)
        try place.change()
        #expect(try place.run("check").status == 1)
    }

    /// The state of a service: its comments by id, its files and its branches.
    private struct Service {
        var comments: [(id: Int, body: String)] = []
        var blobs: [String] = []
        var head: String?
        var isBusy = 0
    }

    private func comment(_ arguments: [String] = [], environment: [String: String] = [:]) async -> Sandbox.Outcome {
        await sandbox.perform(["snapshot", "comment"] + arguments, environment: environment)
    }

    private func number(_ request: ScriptedServer.Request) -> Int? { request.path.split(separator: "/").last.flatMap { Int($0) } }

    private func json(_ value: [(id: Int, body: String)]) -> String {
        JSONValue.array(value.map { ["id": .integer(Int64($0.id)), "body": .string($0.body)] }).text()
    }

    @Test func printed() async throws {
        let outcome = await comment(["--link", "https://ci.example/report", "--pictures", "out", "--address", "https://ci.example/out"])
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("<!-- subdial-snapshots:") == true && lines.last == "[The whole report](https://ci.example/report)")
        // One cause is one picture.
        let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out"))
        #expect(files.count == 1 && outcome.output.contains("![expected, difference, actual](https://ci.example/out/\(files[0]))"))
        #expect(outcome.output.contains("and 3 more for the same cause&#58; "))
        #expect(await comment(["--pictures", "out"]).status == 64)
        #expect(await comment(["--post"]).errors.contains("--post works in jobs of GitHub and GitLab"))
    }

    /// On GitHub the pictures go to a branch, and a later run replaces the comment.
    @Test func onGitHub() async throws {
        let service = Mutex(Service())
        try place.write(#"{"pull_request":{"number":7}}"#, to: "event.json")
        try await withServer { request, peer in
            let path = request.path.dropFirst("/repos/o/r/".count)
            let body = try? JSONValue(parsing: request.body)
            let answer = service.withLock { service -> (Int, String) in
                guard request.field("Authorization") == "Bearer secret" else { return (401, #"{"message":"Bad credentials"}"#) }
                switch (request.line.prefix { $0 != " " }, path) {
                case ("GET", "issues/7/comments"): return (200, json(service.comments))
                case ("POST", "issues/7/comments"):
                    service.comments.append((service.comments.count + 1, body?["body"]?.string ?? ""))
                    return (201, #"{"html_url":"https://github.example/o/r/pull/7#1"}"#)
                case ("PATCH", let path) where path.hasPrefix("issues/comments/"):
                    for index in service.comments.indices where service.comments[index].id == number(request) {
                        service.comments[index].body = body?["body"]?.string ?? ""
                    }
                    return (200, "{}")
                case ("POST", "git/blobs"):
                    service.blobs.append(body?["content"]?.string ?? "")
                    return (201, #"{"sha":"b\#(service.blobs.count)"}"#)
                case ("GET", "git/ref/heads/pictures"):
                    return service.head.map { (200, #"{"object":{"sha":"\#($0)"}}"#) } ?? (404, #"{"message":"Not Found"}"#)
                case ("GET", let path) where path.hasPrefix("git/commits/"): return (200, #"{"tree":{"sha":"t0"}}"#)
                case ("POST", "git/trees"): return (201, #"{"sha":"t1"}"#)
                case ("POST", "git/commits"): return (201, #"{"sha":"c\#(service.blobs.count)"}"#)
                case ("POST", "git/refs"), ("PATCH", "git/refs/heads/pictures"):
                    // Another job has moved the branch.
                    if service.isBusy > 0 {
                        service.isBusy -= 1
                        return (422, #"{"message":"Update is not a fast forward"}"#)
                    }
                    service.head = body?["sha"]?.string
                    return (200, "{}")
                default: return (500, "{}")
                }
            }
            try peer.answer(answer.1, status: answer.0)
        } _: { server in
            let environment = [
                "GITHUB_ACTIONS": "true", "GITHUB_TOKEN": "secret", "GITHUB_REPOSITORY": "o/r",
                "GITHUB_EVENT_PATH": sandbox.path("event.json"), "GITHUB_API_URL": server.url,
                "GITHUB_SERVER_URL": "https://github.example", "GITHUB_RUN_ID": "12",
            ]
            let first = await comment(["--post", "--branch", "pictures"], environment: environment)
            #expect(first.status == 0 && first.output == "commented: https://github.example/o/r/pull/7#1\n", "\(first.errors)")
            var state = service.withLock { $0 }
            let body = try #require(state.comments.first?.body)
            #expect(body.contains("](https://github.example/o/r/raw/pictures/"))
            #expect(body.contains("(https://github.example/o/r/actions/runs/12)"))
            let png = try #require(state.blobs.first.flatMap { Data(base64Encoded: $0) })
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && state.head == "c1")
            // The second run finds the comment of the first, and the branch that another job moves meanwhile.
            service.withLock { service in
                service.comments.insert((99, "Looks good to me"), at: 0)
                service.isBusy = 2
            }
            #expect(await comment(["--post", "--branch", "pictures"], environment: environment).status == 0)
            state = service.withLock { $0 }
            #expect(state.comments.count == 2 && state.head == "c2")
            // When nothing differs, the comment says so.
            #expect(try place.run("accept", "--all").status == 0)
            #expect(try place.run("check").status == 0)
            #expect(await comment(["--post"], environment: environment).status == 0)
            #expect(service.withLock { $0.comments.last?.body.contains("8 passed") } == true)
            service.withLock { $0.comments = [] }
            #expect(await comment(["--post"], environment: environment).output.hasPrefix("no comment: nothing differs"))
            #expect(service.withLock { $0.comments.isEmpty })
            let refused = await comment(["--post"], environment: environment.merging(["GITHUB_TOKEN": "other"]) { $1 })
            #expect(refused.status == 69 && refused.errors.contains("was answered with 401: Bad credentials"), "\(refused.errors)")
            #expect(!refused.errors.contains("other"))
        }
    }

    /// On GitLab the pictures are uploads of the project.
    @Test func onGitLab() async throws {
        let service = Mutex(Service())
        try await withServer { request, peer in
            let body = try? JSONValue(parsing: request.body)
            let answer = service.withLock { service -> (Int, String) in
                switch (request.line.prefix { $0 != " " }, request.path) {
                case ("GET", "/projects/5/merge_requests/3/notes"): return (200, json(service.comments))
                case ("POST", "/projects/5/merge_requests/3/notes"):
                    service.comments.append((11, body?["body"]?.string ?? ""))
                    return (201, #"{"id":11}"#)
                case ("PUT", "/projects/5/merge_requests/3/notes/11"):
                    service.comments[0].body = body?["body"]?.string ?? ""
                    return (200, #"{"id":11}"#)
                case ("POST", "/projects/5/uploads"):
                    service.blobs.append(request.body)
                    return (201, #"{"url":"/uploads/abc/picture.png"}"#)
                default: return (404, #"{"message":"404 Not Found"}"#)
                }
            }
            try peer.answer(answer.1, status: answer.0)
        } _: { server in
            let environment = [
                "GITLAB_CI": "true", "GITLAB_TOKEN": "secret", "CI_API_V4_URL": server.url, "CI_PROJECT_ID": "5",
                "CI_MERGE_REQUEST_IID": "3", "CI_JOB_URL": "https://gitlab.example/j/9",
            ]
            for _ in 0..<2 {
                let outcome = await comment(["--post"], environment: environment)
                #expect(outcome.output == "commented: note 11 of !3\n", "\(outcome.errors)")
            }
            let state = service.withLock { $0 }
            #expect(state.comments.count == 1 && state.comments[0].body.contains("](/uploads/abc/picture.png)"))
            #expect(state.comments[0].body.contains("(https://gitlab.example/j/9/artifacts/browse)"))
            #expect(state.blobs.first?.contains("filename=\"") == true)
            #expect(server.requests.allSatisfy { $0.field("PRIVATE-TOKEN") == "secret" })
            let noRequest = await comment(["--post"], environment: environment.filter { $0.key != "CI_MERGE_REQUEST_IID" })
            #expect(noRequest.status == 64 && noRequest.errors.contains("CI_MERGE_REQUEST_IID is not set"))
        }
    }
}
