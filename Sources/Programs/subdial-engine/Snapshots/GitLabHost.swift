import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialHTTP

/// GitLab, in a job of a merge request.
///
/// Pictures are uploads of the project, as those that people add to comments.
struct GitLabHost: CodeHost {
    private let client: CodeHostClient
    private let project: String
    private let request: String
    let jobAddress: String?

    init(_ environment: [String: String]) throws {
        let token = try CodeHosts.value(
            "GITLAB_TOKEN", environment, "a token of the project with the scope 'api'; that of the job may not write comments")
        let base = try CodeHosts.value("CI_API_V4_URL", environment, "the address of GitLab's interface")
        project = try CodeHosts.value("CI_PROJECT_ID", environment, "the number of the project")
        request = try CodeHosts.value("CI_MERGE_REQUEST_IID", environment, "the job is none of a merge request")
        jobAddress = environment["CI_JOB_URL"].map { "\($0)/artifacts/browse" }
        client = CodeHostClient(base: base, headers: [HTTPHead.Field(name: "PRIVATE-TOKEN", value: token)], service: "GitLab")
    }

    func write(_ text: String, marker: String, createsNew: Bool) async throws -> String? {
        let notes = "projects/\(project)/merge_requests/\(request)/notes"
        let known = try await client.comment(notes, marker: marker)
        guard known != nil || createsNew else { return nil }
        let body: JSONValue = ["body": .string(text)]
        let answer = try await client.send(known == nil ? "POST" : "PUT", known.map { "\(notes)/\($0)" } ?? notes, body)
        return answer?["id"]?.wholeNumber.map { "note \($0) of !\(request)" } ?? "!\(request)"
    }

    func upload(_ pictures: [CommentPicture]) async throws -> [String: String] {
        var addresses: [String: String] = [:]
        for picture in pictures {
            // A name of hexadecimal digits is in no PNG by chance.
            let boundary = "subdial-\(picture.name.prefix { $0 != "." })"
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(picture.name)\"\r\n"
                + "Content-Type: image/png\r\n\r\n"
            let body = Array(head.utf8) + picture.png + Array("\r\n--\(boundary)--\r\n".utf8)
            let answer = try await client.send("POST", "projects/\(project)/uploads", body, "multipart/form-data; boundary=\(boundary)")
            guard let address = answer?["url"]?.string else {
                throw CommandFailure(.badData, "GitLab: the answer to an upload has no 'url'")
            }
            addresses[picture.name] = address
        }
        return addresses
    }
}
