import FoundationEssentials

/// The followed sources: each is followed once, and only while clients request it.
actor FollowedWidgets {
    /// A widget and its subject.
    struct Key: Hashable, Sendable {
        /// The kind as written in the URL.
        let kind: String
        /// The id or name of the subject; nil for the default one.
        let subject: String?
    }

    /// The maximum number of followed sources.
    private static let maximum = 64
    /// The maximum number of followed sources whose subject is not known to exist: any client can invent one.
    static let maximumUnproven = 16
    private let supplier: any WidgetSupplier
    /// The time for which a source is followed after the last request.
    private let lingering: Duration
    private var showings: [Key: FollowedWidget] = [:]
    private var sweeping: Task<Void, Never>?

    init(_ supplier: any WidgetSupplier, lingering: Duration = .seconds(60)) {
        self.supplier = supplier
        self.lingering = lingering
    }

    deinit { sweeping?.cancel() }

    /// The followed source for `key`; starts to follow it if necessary.
    func showing(_ key: Key) async throws -> FollowedWidget {
        if let known = showings[key] {
            known.recordUse()
            return known
        }
        let source = try await supplier.inputs(ofKind: key.kind, subject: key.subject)
        if let known = showings[key] { return known }
        guard makeRoom(isProven: key.subject == nil) else {
            throw ServeError(.unavailable, "\(Self.maximum) widgets are followed already; ask again in a minute")
        }
        let showing = FollowedWidget(source, isProven: key.subject == nil)
        showings[key] = showing
        if sweeping == nil {
            sweeping = Task { [weak self, lingering] in
                while (try? await Task.sleep(for: lingering / 4)) != nil {
                    guard let self, await self.sweep(idleFor: lingering) else { return }
                }
            }
        }
        return showing
    }

    /// Stops the least recently used source whose subject is not known to exist, if the limit is reached.
    ///
    /// - Returns: False if there is no such source to stop.
    private func makeRoom(isProven: Bool) -> Bool {
        let unproven = showings.filter { !$0.value.isProven }
        guard showings.count >= Self.maximum || (!isProven && unproven.count >= Self.maximumUnproven) else { return true }
        let idle = unproven.filter { $0.value.isIdle(for: .zero) }
        guard let (key, showing) = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
        showing.stop()
        showings[key] = nil
        return true
    }

    /// Stops following all sources, because kinds and templates are loaded again.
    func reset() {
        for showing in showings.values { showing.stop() }
        showings = [:]
    }

    /// Stops following idle sources; returns false if none is left.
    @discardableResult
    private func sweep(idleFor duration: Duration) -> Bool {
        for (key, showing) in showings where showing.isIdle(for: duration) {
            showing.stop()
            showings[key] = nil
        }
        if showings.isEmpty { sweeping = nil }
        return !showings.isEmpty
    }
}
