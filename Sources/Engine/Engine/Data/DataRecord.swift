import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialSystem
import SubdialTimeline

/// The known data of an instance: the last valid documents with their entries, the last error, and the schedule of the next reading.
struct DataRecord {
    /// The seconds between two checks for the trust of a kind.
    private static let trustPause = 2.0

    private let instance: KindInstance
    /// The folder of the stored pictures.
    private let folder: PrivateFolder
    /// The entries as they were made, with addresses of pictures.
    private(set) var made: [Entry] = []
    /// The stored pictures of the entries.
    private(set) var pictures = StoredPictures()
    /// The entries of the documents, and the problem with newer ones.
    private(set) var state = DataState()
    /// The last valid documents, by source.
    private(set) var documents: [String: Value] = [:]
    private(set) var validators: [String: URLReader.Validators] = [:]
    /// The documents before the last ones, with the date of their arrival.
    private var previous: (documents: [String: Value], date: Date)?
    private var schedule = DataSchedule()
    /// The last error; nil after a valid answer.
    private(set) var lastError: KindError?
    /// The warnings about what was omitted from the last valid answer, one line each.
    private(set) var warnings: [String] = []
    /// The pictures that were left out of the last valid answer, one line each.
    private(set) var refusedPictures: [String] = []
    /// The past values of the fields that have them.
    private var histories: [String: FieldHistory] = [:]

    /// - Parameters:
    ///   - kept: The data of an earlier run; nil for none.
    ///   - folder: The folder of the stored pictures.
    init(_ instance: KindInstance, kept: DataStore.StoredData?, pictures folder: PrivateFolder) {
        self.instance = instance
        self.folder = folder
        guard let kept else { return }
        documents = kept.documents.mapValues(Value.init)
        validators = kept.validators
        schedule = kept.schedule
        // Reading a file costs no one anything, so it is read again.
        if !instance.isPolled { schedule.ended = nil }
        histories = kept.histories ?? [:]
        lastError = kept.error
        if let error = kept.error { state.problem = EntryProblem(error, since: kept.failingSince ?? .now) }
        state.received = kept.received
        let made = kept.received.flatMap { [documents] in try? instance.maker.entries(of: documents, received: $0, histories: histories) }
        (self.made, warnings, refusedPictures) = (made?.entries ?? [], made?.warnings ?? [], made?.refusedPictures ?? [])
        pictures = kept.pictures ?? StoredPictures(of: self.made, in: folder)
        state.entries = pictures.local(self.made, in: folder)
        if state.entries.isEmpty { state.received = nil }
        // If no entries can be made of the documents any more, they are requested immediately.
        if state.entries.isEmpty, state.problem == nil { schedule.ended = nil }
    }

    /// The data that the next run needs: the documents of sources that are polled, and the stored pictures.
    var kept: DataStore.StoredData {
        guard instance.isPolled else {
            return DataStore.StoredData(documents: [:], schedule: DataSchedule(), pictures: pictures, histories: histories)
        }
        return DataStore.StoredData(
            documents: documents.mapValues(\.json), received: state.received, validators: validators, schedule: schedule, error: lastError,
            failingSince: state.problem?.since, pictures: pictures, histories: histories)
    }

    /// True if there is a valid answer, or an error in its place.
    var isKnown: Bool { state.received != nil || state.problem != nil }

    /// The date of the next poll, by the wall clock; nil for never.
    ///
    /// - Parameter hasAsked: True if the source has answered or failed since following began.
    func nextQuestion(hasAsked: Bool) -> Date? {
        guard let ended = schedule.ended else { return hasAsked ? nil : .now }
        guard instance.asksByTime else { return nil }
        // Another process may trust the kind, which is checked without a request to the source.
        if lastError?.isUntrusted == true { return ended.addingTimeInterval(Self.trustPause) }
        return schedule.next(instance.kind.refresh, in: instance.timeZones, last: state.entries.last?.date)
    }

    /// Makes the source due again, because its files may have changed.
    mutating func forgetReading() { schedule.ended = nil }

    /// Postpones the next poll as if the source had been read now.
    mutating func postpone() { schedule.ended = .now }

    /// Records the start of a poll.
    mutating func recordQuery() { schedule.recordQuery(instance.kind.refresh, at: .now) }

    /// Returns the entries of an answer that is not recorded yet.
    func entries(of answer: DataReading.Answer, received: Date) throws(KindError) -> EntryMaker.Result {
        try instance.maker.entries(of: answer.documents, received: received, previous: before ?? previous, histories: histories)
    }

    private var before: (documents: [String: Value], date: Date)? {
        guard let date = state.received, !documents.isEmpty else { return nil }
        return (documents, date)
    }

    /// Records a valid answer with its entries.
    ///
    /// - Parameters:
    ///   - pictures: The stored pictures of the entries.
    ///   - isLocal: True if the sources were not asked.
    /// - Returns: True if a step of a history has begun, which the next run needs.
    mutating func apply(
        _ answer: DataReading.Answer, _ result: EntryMaker.Result, _ pictures: StoredPictures, received: Date, isLocal: Bool
    ) -> Bool {
        previous = before ?? previous
        (documents, validators, schedule.after) = (answer.documents, answer.validators, result.after)
        (warnings, refusedPictures, lastError) = (result.warnings, result.refusedPictures, nil)
        (state.received, state.problem, made) = (received, nil, result.entries)
        show(pictures)
        if !isLocal || schedule.ended == nil { schedule.recordResponse(at: received, retryAfter: answer.retryAfter) }
        let hasNewStep = result.histories.contains { $1.hasOtherSteps(than: histories[$0]) }
        histories = result.histories
        return hasNewStep
    }

    /// Shows the entries with these stored pictures.
    mutating func show(_ pictures: StoredPictures) {
        self.pictures = pictures
        state.entries = pictures.local(made, in: folder)
    }

    /// Records an error; the last valid data stay.
    mutating func fail(_ error: KindError, retryAfter: Double?, isLocal: Bool) {
        if !isLocal || schedule.ended == nil { schedule.recordFailure(at: .now, retryAfter: retryAfter) }
        lastError = error
        state.problem = EntryProblem(error, since: state.problem?.since ?? .now)
    }
}

extension EntryProblem {
    fileprivate init(_ error: KindError, since: Date) {
        self.init(step: error.isUntrusted ? "trust" : error.step.rawValue, message: error.description, since: since)
    }
}

/// The schedule for the next reading of an instance's sources, by the wall clock.
struct DataSchedule: Sendable, Codable {
    /// The times of the readings in the last 24 hours, if their number is limited.
    private(set) var questions: [Date] = []
    /// The time of the next reading according to the data itself.
    var after: Date?
    /// The number of consecutive failed readings.
    private(set) var failures = 0
    /// The server's `Retry-After` time in seconds, after the end of the last reading.
    private(set) var retryAfter: Double?
    /// The end of the last reading; nil before the first.
    var ended: Date?

    /// Records the start of a reading.
    fileprivate mutating func recordQuery(_ refresh: KindRefresh, at now: Date) {
        guard let limit = refresh.perDay else { return }
        questions = (questions.filter { now.timeIntervalSince($0) < 86_400 && $0 <= now } + [now]).suffix(limit)
    }

    /// Records a successful reading.
    fileprivate mutating func recordResponse(at date: Date, retryAfter: Double? = nil) {
        (failures, self.retryAfter, ended) = (0, retryAfter, date)
    }

    /// Records a failed reading.
    fileprivate mutating func recordFailure(at date: Date, retryAfter: Double?) {
        (failures, self.retryAfter, ended) = (failures + 1, retryAfter, date)
    }

    /// The time of the next reading; nil for never.
    ///
    /// - Parameter last: The date of the last known entry.
    func next(_ refresh: KindRefresh, in zones: TimeZones, last: Date?) -> Date? {
        guard let ended else { return .now }
        let next = refresh.next(
            after: ended, failures: failures, retryAfter: retryAfter, last: last, wanted: after, random: spread
        ) { date in zones.midnight(before: date, in: refresh.zone) }
        guard let next, let perDay = refresh.perDay else { return next }
        let recent = questions.filter { ended.timeIntervalSince($0) < 86_400 }
        return recent.count < perDay ? next : max(next, recent.sorted()[recent.count - perDay].addingTimeInterval(86_400))
    }

    /// A random value that is constant for an answer, so that the announced time is the actual one.
    private var spread: Double {
        let seed = UInt64(bitPattern: Int64(saturating: (ended?.timeIntervalSince1970 ?? 0) * 1000)) &* 0x9E37_79B9_7F4A_7C15
        return Double(seed >> 40) / Double(1 << 24)
    }
}
