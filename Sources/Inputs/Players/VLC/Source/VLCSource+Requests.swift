import SubdialBasics
import SubdialDocuments
import SubdialHTTP

extension VLCSource {
    func status() async throws(VLCError) -> VLCStatus {
        try VLCStatus(try await json("/requests/status.json"))
    }

    func playlist(escapesText: Bool) async throws(VLCError) -> VLCPlaylist {
        try VLCPlaylist(try await json("/requests/playlist.json"), escapesText: escapesText)
    }

    /// Sends a command; VLC responds before it has executed it.
    func send(_ command: String, _ value: Int? = nil) async throws(VLCError) {
        _ = try await get("/requests/status.json?command=\(command)" + (value.map { "&val=\($0)" } ?? ""))
    }

    /// Sends a command with a URL as its input.
    func send(_ command: String, input: String) async throws(VLCError) {
        _ = try await get("/requests/status.json?command=\(command)&input=\(input.percentEncoded)")
    }

    /// The picture of a playlist entry; nil if VLC has none.
    func picture(ofItem item: Int) async throws(VLCError) -> [UInt8]? {
        do throws(VLCError) {
            let picture = try await get("/art?item=\(item)", timeout: limits.pictureTimeout, maximumBody: limits.maximumPicture)
            return picture.isEmpty ? nil : picture
        } catch {
            guard error == .status(404) else { throw error }
            return nil
        }
    }

    /// Parses the response as JSON whatever its media type is: VLC sends `text/plain`.
    private func json(_ path: String) async throws(VLCError) -> JSONValue {
        let body = try await get(path)
        do throws(JSONError) {
            return try JSONValue(parsing: body)
        } catch {
            throw .malformed("it is not JSON: \(error)")
        }
    }

    private func get(_ path: String, timeout: Duration? = nil, maximumBody: Int? = nil) async throws(VLCError) -> [UInt8] {
        var request = HTTPRequest(url: address.url(path), timeout: timeout ?? limits.timeout)
        request.connectTimeout = limits.connectTimeout
        request.maximumBody = maximumBody ?? limits.maximumAnswer
        // VLC does not redirect, and the password must not be sent to another host.
        request.maximumRedirects = 0
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await send(request, isRepeatable: !path.contains("command=pl_next") && !path.contains("command=pl_previous"))
        } catch {
            throw .http(error)
        }
        switch response.status {
        case 401: throw .login
        case 200..<300: return response.body
        default: throw .status(response.status)
        }
    }

    /// Sends a request, and repeats it once if VLC closed the connection.
    ///
    /// VLC closes connections that have been idle, and sometimes new ones.
    private func send(_ request: HTTPRequest, isRepeatable: Bool) async throws(HTTPError) -> HTTPResponse {
        do throws(HTTPError) {
            return try await client.send(request)
        } catch {
            guard error == .reset, isRepeatable else { throw error }
            return try await client.send(request)
        }
    }
}
