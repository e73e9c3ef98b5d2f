import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback

/// A body for ListenBrainz's `POST /1/submit-listens`, as its documentation describes it.
package struct ListenBrainzSubmission: Hashable, Sendable {
    /// The kind of a submission.
    package enum ListenType: String, Sendable {
        /// One track that plays now; the server forgets it after a while.
        case playingNow = "playing_now"
        /// One track that was heard.
        case single
        /// Tracks that were heard a while ago.
        case `import`
    }

    /// The most listens of one submission (`MAX_LISTENS_PER_REQUEST` is 1000; fewer keep a body small).
    package static let maximumListens = 100
    /// The earliest time of a listen that the server takes: 1 October 2002 (`LISTEN_MINIMUM_TS`).
    private static let earliest = Date(timeIntervalSince1970: 1_033_430_400)

    /// The kind.
    private let type: ListenType
    /// The listens; one alone but for ``ListenType/import``.
    private let listens: [Listen]
    /// The program's version, which goes with each listen.
    private let version: String

    /// Makes a submission.
    package init(_ type: ListenType, _ listens: [Listen], version: String) {
        self.type = type
        self.listens = listens
        self.version = version
    }

    /// True where the server takes the listen: it has to have a title and an artist.
    package static func accepts(_ listen: Listen) -> Bool {
        !listen.track.title.folded.isEmpty && !listen.track.artist.folded.isEmpty && listen.started >= earliest
    }

    /// The body.
    package var json: JSONValue {
        .object([
            JSONMember("listen_type", .string(type.rawValue)),
            JSONMember("payload", .array(listens.map { $0.listenBrainz(isDated: type != .playingNow, version: version) })),
        ])
    }
}

extension Listen {
    /// The listen in ListenBrainz's form.
    ///
    /// - Parameters:
    ///   - isDated: False for one that plays now.
    ///   - version: The version of the program that submits it; nil for a listen in a file.
    package func listenBrainz(isDated: Bool = true, version: String? = nil) -> JSONValue {
        var info: [JSONMember] = []
        if let length = track.length, length > 0 { info.append(JSONMember("duration_ms", .integer(Int64(saturating: length * 1000)))) }
        if let source { info.append(JSONMember("media_player", .string(source))) }
        if let version {
            info.append(JSONMember("submission_client", "subdial"))
            info.append(JSONMember("submission_client_version", .string(version)))
        }
        var metadata = [JSONMember("artist_name", .string(track.artist)), JSONMember("track_name", .string(track.title))]
        if !track.album.isEmpty { metadata.append(JSONMember("release_name", .string(track.album))) }
        if !info.isEmpty { metadata.append(JSONMember("additional_info", .object(info))) }
        let date = isDated ? [JSONMember("listened_at", .integer(Int64(saturating: started.timeIntervalSince1970)))] : []
        return .object(date + [JSONMember("track_metadata", .object(metadata))])
    }
}
