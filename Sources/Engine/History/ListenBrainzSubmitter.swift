import EngineWire
import FoundationEssentials
import HTTP
import JSON
import Library
import Listening
import Logging
import Playback
import Timeline

/// Submits listens to a server that speaks ListenBrainz's protocol: what plays now, and the queue on disk.
///
/// A listen leaves the queue when the server has taken it, or has refused it for good. One that the server took without our seeing its
/// answer is sent again: the server knows listens by their times and titles. One process at a time submits.
actor ListenBrainzSubmitter {
    /// The server's answer to a submission.
    enum Outcome: Hashable {
        case taken
        /// The server will never take what was sent.
        case refused(String)
        /// The account is not let in: nothing is sent until something is heard again.
        case unauthorized(String)
        /// To be sent again; after as many seconds, where the server says so.
        case later(String, seconds: Double?)
    }

    /// Pauses after a server that cannot be reached.
    private static let backoff = Backoff(shortest: 5, longest: 600)
    /// Seconds that the server's word on its limits may keep the queue waiting.
    private static let longestPause = 3600.0

    private let database: HistoryDatabase
    private let http: HTTPClient
    private let logger: Logger
    private var running: Set<ListenBrainzAccount> = []
    /// Accounts for which something came while their queues were being sent.
    private var again: Set<ListenBrainzAccount> = []
    /// Moments before which servers want to hear nothing.
    private var quiet: [String: ContinuousClock.Instant] = [:]

    init(database: HistoryDatabase, http: HTTPClient, logger: Logger) {
        self.database = database
        self.http = http
        self.logger = logger
    }

    /// Says that a track plays now; where the server cannot be reached nothing is lost.
    func announce(_ listen: Listen, to account: ListenBrainzAccount) async {
        if let moment = quiet[account.url], moment > .now { return }
        let outcome = await send(ListenBrainzSubmission(.playingNow, [listen], version: SubdialVersion.current), to: account)
        if outcome != .taken { logger.debug("a track that plays is not announced", metadata: ["reason": "\(outcome)"]) }
    }

    /// Submits what is in the queue, until nothing is left.
    ///
    /// - Parameter isWanted: False once the configuration has the account no more: nothing is sent then.
    func submit(to account: ListenBrainzAccount, while isWanted: @escaping @Sendable () -> Bool = { true }) {
        guard running.insert(account).inserted else {
            again.insert(account)
            return
        }
        Task {
            repeat {
                again.remove(account)
                do {
                    try await sendQueue(to: account, while: isWanted)
                } catch {
                    logger.error("listens are not submitted: \(error)")
                }
            } while again.contains(account)
            running.remove(account)
        }
    }

    private func sendQueue(to account: ListenBrainzAccount, while isWanted: @Sendable () -> Bool) async throws {
        guard try !database.queued(limit: 1).isEmpty else { return }
        // Another process that submits takes what is in the queue with its own.
        guard let lock = try FileLock.take(database.path + ".submitting") else { return }
        var failures = 0
        // One by one after a refusal, so that the listen that is refused is found.
        var together = ListenBrainzSubmission.maximumListens
        while true {
            let entries = try database.queued(limit: together)
            guard !entries.isEmpty else { break }
            if let moment = quiet[account.url] { try? await Task.sleep(until: moment, clock: .continuous) }
            guard isWanted() else { break }
            let submission = ListenBrainzSubmission(
                entries.count == 1 ? .single : .import, entries.map(\.listen), version: SubdialVersion.current)
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
        // Another page, a proxy's sign-in among them, says nothing of the listens.
        default: return .later("\(account.url) answered \(response.status)", seconds: pause)
        }
    }

    /// Seconds for which the server wants to hear nothing; nil where it may be asked again at once.
    ///
    /// `X-RateLimit-Reset-In` counts where `X-RateLimit-Remaining` is used up, or the answer is 429.
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
