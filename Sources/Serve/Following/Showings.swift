import FoundationEssentials

/// The sources that are followed for those who ask for pictures: each once, and no longer than somebody asks.
actor Showings {
    /// A widget and the subject that it shows.
    struct Key: Hashable, Sendable {
        /// The kind as an address has it.
        let kind: String
        /// The id or name of what is shown; nil for the standard one.
        let subject: String?
    }

    /// The most sources that are followed at once.
    static let maximum = 64
    /// The most of them whose subject is not known to be there: anybody can invent some.
    static let maximumUnproven = 16
    private let supplier: any WidgetSupplier
    /// The time for which a source is followed after the last question.
    private let lingering: Duration
    private var showings: [Key: Showing] = [:]
    private var sweeping: Task<Void, Never>?

    init(_ supplier: any WidgetSupplier, lingering: Duration = .seconds(60)) {
        self.supplier = supplier
        self.lingering = lingering
    }

    /// What is followed for `key`, followed from now on where it was not.
    func showing(_ key: Key) async throws -> Showing {
        if let known = showings[key] {
            known.touch()
            return known
        }
        let source = try await supplier.source(ofKind: key.kind, subject: key.subject)
        if let known = showings[key] { return known }
        guard makeRoom(isProven: key.subject == nil) else {
            throw ServeError(.unavailable, "\(Self.maximum) widgets are followed already; ask again in a minute")
        }
        let showing = Showing(source, isProven: key.subject == nil)
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

    /// Lets go of the subject that was asked for longest ago, of those that are not known to be there, where there is no room for another.
    ///
    /// - Returns: False where there is none to let go of.
    private func makeRoom(isProven: Bool) -> Bool {
        let unproven = showings.filter { !$0.value.isProven }
        guard showings.count >= Self.maximum || (!isProven && unproven.count >= Self.maximumUnproven) else { return true }
        let idle = unproven.filter { $0.value.isIdle(for: .zero) }
        guard let (key, showing) = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
        showing.stop()
        showings[key] = nil
        return true
    }

    /// Follows nothing any longer: kinds and templates are read anew.
    func reset() {
        for showing in showings.values { showing.stop() }
        showings = [:]
    }

    /// Lets go of what nobody asks for; false where nothing is left.
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
