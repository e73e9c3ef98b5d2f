import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback
import SubdialSystem
import SubdialTimeline

/// Submits listens to a server with ListenBrainz's protocol: the current track, and the queue on disk.
///
/// A listen leaves the queue when the server has accepted it, or has permanently refused it. If the answer to an accepted listen is lost,
/// it is sent again: the server detects duplicates by times and titles. Only one process at a time submits.
actor ListenBrainzSubmitter {
    /// The server's answer to a submission.
    enum Outcome: Hashable {
        case taken
        /// The server permanently refuses the submission.
        case refused(String)
        /// The account is not authorized: nothing is sent until the next listen.
        case unauthorized(String)
        /// The submission must be repeated; after this number of seconds, if the server specifies one.
        case later(String, seconds: Double?)
    }

    /// The pauses after failed connections.
    private static let backoff = Backoff(shortest: 5, longest: 600)
    /// The maximum pause that the server's rate limit can impose, in seconds.
    private static let longestPause = 3600.0

    /// The database and the token are files.
    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let database: HistoryDatabase
    private let version: String
    private let http: HTTPClient
    private let logger: Logger
    private let tasks = TaskSet()
    private var running: Set<ListenBrainzAccount> = []
    /// The accounts with new listens while their queues were being sent.
    private var again: Set<ListenBrainzAccount> = []
    /// The ends of the servers' rate limit pauses, by URL.
    private var quiet: [String: ContinuousClock.Instant] = [:]

    init(database: HistoryDatabase, version: String, http: HTTPClient, logger: Logger) {
        self.database = database
        self.version = version
        self.http = http
        self.logger = logger
    }

    /// Announces the current track; if the server is unreachable, nothing is lost.
    func announce(_ listen: Listen, to account: ListenBrainzAccount) async {
        if let moment = quiet[account.url], moment > .now { return }
        let outcome = await send(ListenBrainzSubmission(.playingNow, [listen], version: version), to: account)
        if outcome != .taken { logger.debug("a track that plays is not announced", metadata: ["reason": "\(outcome)"]) }
    }

    /// Submits the queue until it is empty.
    ///
    /// - Parameter isWanted: Returns false after the account was removed from the configuration; nothing is sent then.
    func submit(to account: ListenBrainzAccount, while isWanted: @escaping @Sendable () -> Bool = { true }) {
        guard running.insert(account).inserted else {
            again.insert(account)
            return
        }
        tasks.add { await self.sendQueues(to: account, while: isWanted) }
    }

    /// Ends all submissions, and waits until accepted listens have left the queue.
    func stop() async { await tasks.end() }

    private func sendQueues(to account: ListenBrainzAccount, while isWanted: @Sendable () -> Bool) async {
        repeat {
            again.remove(account)
            do {
                try await sendQueue(to: account, while: isWanted)
            } catch {
                logger.error("listens are not submitted: \(error)")
            }
        } while again.contains(account) && !Task.isCancelled
        running.remove(account)
    }

    private func sendQueue(to account: ListenBrainzAccount, while isWanted: @Sendable () -> Bool) async throws {
        guard try !database.queued(limit: 1).isEmpty else { return }
        // Another submitting process includes this queue.
        guard let lock = try database.file.appending(".submitting").lock() else { return }
        var failures = 0
        // After a refusal listens are sent one by one, to find the refused one.
        var together = ListenBrainzSubmission.maximumListens
        while true {
            let entries = try database.queued(limit: together)
            guard !entries.isEmpty else { break }
            if let moment = quiet[account.url] { try? await Task.sleep(until: moment, clock: .continuous) }
            guard isWanted(), !Task.isCancelled else { break }
            let submission = ListenBrainzSubmission(
                entries.count == 1 ? .single : .import, entries.map(\.listen), version: version)
            switch await send(submission, to: account) {
            case .taken:
                try database.unqueue(entries)
                (failures, together) = (0, min(2 * together, ListenBrainzSubmission.maximumListens))
                continue
            case .refused(let reason) where entries.count == 1:
                logger.error("ListenBrainz refuses a listen, which stays in the history: \(reason)")
                try database.unqueue(entries)
                continue
            case .refused: together = 1
            case .unauthorized(let reason):
                logger.error("\(reason)")
                return
            case .later(let reason, let seconds):
                guard !Task.isCancelled else { return }
                failures += 1
                if failures == 1 { logger.warning("listens wait on disk: \(reason)") }
                let pause = seconds ?? Self.backoff.delay(failures: failures, jitter: .random(in: 0...1))
                try? await Task.sleep(for: .seconds(min(pause, Self.longestPause)))
            }
        }
        _ = consume lock
    }

    private func send(_ submission: ListenBrainzSubmission, to account: ListenBrainzAccount) async -> Outcome {
        let content = FileManager.default.contents(atPath: account.tokenFile).map { String(decoding: $0.prefix(4096), as: UTF8.self) }
        guard let token = content?.split(whereSeparator: \.isNewline).first?.split(separator: " ").first else {
            return .unauthorized("\(account.tokenFile): there is no token; put the one of listenbrainz.org/settings on its first line")
        }
        var request = HTTPRequest(
            .post(body: Array(submission.json.text().utf8), contentType: "application/json"),
            url: account.url + "/1/submit-listens", timeout: .seconds(30))
        request.headers = [HTTPHead.Field(name: "Authorization", value: "Token \(token)")]
        let response: HTTPResponse
        do {
            response = try await http.send(request)
        } catch {
            return .later("\(error)", seconds: nil)
        }
        let pause = Self.pause(of: response)
        if let pause { quiet[account.url] = .now + .seconds(pause) }
        switch response.status {
        case 200..<300: return .taken
        case 401, 403:
            return .unauthorized("ListenBrainz does not take the token in \(account.tokenFile); listens stay in the queue until it does")
        case 400, 413:
            return .refused("\(response.status) \(String(decoding: response.body.prefix(200), as: UTF8.self))".trimmingControls)
        // Any other response, such as a proxy's sign-in page, is not about the listens.
        default: return .later("\(account.url) answered \(response.status)", seconds: pause)
        }
    }

    /// The seconds for which the server requests a pause; nil for none.
    ///
    /// `X-RateLimit-Reset-In` applies if `X-RateLimit-Remaining` is used up, or the status is 429.
    static func pause(of response: HTTPResponse) -> Double? {
        let isUsedUp = response.status == 429 || response.head["X-RateLimit-Remaining"].flatMap(Double.init).map { $0 < 1 } ?? false
        guard isUsedUp else { return nil }
        let seconds = response.head["X-RateLimit-Reset-In"].flatMap(Double.init) ?? response.head["Retry-After"].flatMap(Double.init)
        return seconds.flatMap { $0.isFinite ? min(max($0, 0), longestPause) : nil }
    }
}

extension String {
    /// The text on one line.
    fileprivate var trimmingControls: String { split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ") }
}
