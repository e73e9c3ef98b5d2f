import Synchronization

/// The messages about pictures that are refused or drawn with losses: one for each picture and reason.
///
/// Whatever receives, reads or decodes a picture reports to it. The reports of a command go to its stderr, those of an engine to its log.
package final class PictureReports: Sendable {
    /// The maximum number of findings, and of names, that are remembered.
    private static let capacity = 2048

    private struct Key: Hashable {
        let place: String
        let version: String
        let problem: String
    }

    private struct State {
        var reported: Set<Key> = []
        /// The reported findings, the oldest first.
        var order: [Key] = []
        /// The origins of stored files, by path.
        var names: [String: String] = [:]
    }

    private let state = Mutex(State())
    /// The reports whose names of stored files apply too.
    private let parent: PictureReports?
    private let send: @Sendable (String) -> Void

    /// Makes reports.
    ///
    /// - Parameters:
    ///   - parent: Reports whose names of stored files apply too.
    ///   - send: Receives each message, on one line.
    package init(namesOf parent: PictureReports? = nil, send: @escaping @Sendable (String) -> Void) {
        self.parent = parent
        self.send = send
    }

    /// Reports that a picture is refused, unless it was reported with this version and problem.
    package func refuse(_ place: String, version: String = "", _ problem: String, standIn: String = "") {
        report([PictureFinding(place, version: version, problem, standIn: standIn)])
    }

    /// Reports that a picture is drawn with a loss, unless it was reported with this version and loss.
    package func warn(_ place: String, version: String = "", _ loss: String) { report([PictureFinding(place, version: version, loss)]) }

    /// Reports findings, each once.
    package func report(_ findings: [PictureFinding]) {
        for var finding in findings {
            finding.place = name(of: finding.place)
            let key = Key(place: finding.place, version: finding.version, problem: finding.problem)
            let isNew = state.withLock { state in
                guard state.reported.insert(key).inserted else { return false }
                state.order.append(key)
                // The oldest half makes room in one step.
                if state.order.count > Self.capacity {
                    for old in state.order.prefix(Self.capacity / 2) { state.reported.remove(old) }
                    state.order.removeFirst(Self.capacity / 2)
                }
                return true
            }
            if isNew { send(finding.message) }
        }
    }

    /// Records that a place provides its picture: a later problem with reaching it is reported again.
    ///
    /// The problems of a version stay reported, because the place still has that version.
    package func settle(_ place: String) {
        state.withLock { state in
            guard state.order.contains(where: { $0.place == place && $0.version.isEmpty }) else { return }
            state.order.removeAll { $0.place == place && $0.version.isEmpty }
            state.reported = Set(state.order)
        }
    }

    /// Records the origin of a stored file, which messages show in place of its path.
    package func name(_ path: String, as place: String) {
        state.withLock { state in
            if state.names.count >= Self.capacity { state.names.removeAll() }
            state.names[path] = place
        }
    }

    private func name(of place: String) -> String { state.withLock { $0.names[place] } ?? parent?.name(of: place) ?? place }
}
