import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialKinds
import SubdialSystem

/// The kinds that may run commands, because a user has reviewed their exact files.
///
/// Before each run of a command, its programs are searched for and hashed again. The program that runs is the one that was checked.
package struct KindTrust: Sendable {
    /// The result of a review.
    package struct Review: Sendable {
        /// The paths of the files that must not change from now on, besides the kind's own.
        package let watched: [String]
        /// What cannot be watched, a phrase for each.
        package let unwatched: [String]
    }

    /// The maximum size of a stored review in bytes; version 0.1.0 has stored whole files in it.
    private static let maximumLength = 80 << 20

    private let folder: PrivateFolder
    private let lane = WorkLane()

    /// The trust database in a user's folders.
    package init(_ folders: UserFolders) { folder = folders.state.folder("trusted") }

    /// Trusts a kind in its current state.
    ///
    /// - Throws: `WriteError`, or `KindError` if another user can change one of its files.
    @discardableResult
    package func trust(_ instance: KindInstance) throws -> Review {
        let surveys = Self.surveys(of: instance)
        let evidence = try TrustEvidence(of: instance.kind, surveys)
        try file(of: instance.kind).write(try evidence.stored)
        var unwatched: [String] = []
        for phrase in surveys.flatMap(\.unwatched) where !unwatched.contains(phrase) { unwatched.append(phrase) }
        return Review(watched: evidence.paths.filter { $0 != instance.kind.file }, unwatched: unwatched)
    }

    /// Forgets the trust in whatever was at the path of a `kind.yaml`.
    ///
    /// - Throws: `WriteError` if it cannot be removed.
    package func forget(_ path: String) throws(WriteError) {
        let file = file(ofKindAt: path)
        guard unlink(file.path) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw WriteError(path: file.path, reason: SystemError.last.description)
        }
    }

    /// The path of the program that a command runs now.
    ///
    /// - Throws: `KindError` if the kind's commands may not be run, or if there is no such program.
    func program(of line: CommandTransport.Request, in instance: KindInstance) async throws(KindError) -> String {
        let place = CommandPlace(folder: instance.folder, adding: line.environment)
        let result = await lane.value { Result { () throws(KindError) in try self.program(of: line, at: place, instance) } }
        return try (result ?? .failure(Self.noThread)).get()
    }

    /// - Throws: `KindError` if the kind's commands may not be run.
    func check(_ instance: KindInstance) async throws(KindError) {
        let result = await lane.value { Result { () throws(KindError) in _ = try self.compare(instance) } }
        try (result ?? .failure(Self.noThread)).get()
    }

    private func program(
        of line: CommandTransport.Request, at place: CommandPlace, _ instance: KindInstance
    ) throws(KindError) -> String {
        let evidence = try compare(instance)
        let word = line.arguments.first ?? ""
        guard let path = place.program(word) else {
            throw KindError(
                .source, at: "command",
                "'\(word)' cannot be run: " + (word.contains("/") ? "there is no such file" : "there is no such program in PATH"))
        }
        // Another program may have appeared since the comparison.
        if let evidence, !evidence.covers(path), !place.isOwn(word) {
            throw Self.untrusted(instance, "has changed since it was trusted, as it runs \(path) now")
        }
        return path
    }

    /// The evidence of the present, which is that of the review; nil for a kind that needs none.
    private func compare(_ instance: KindInstance) throws(KindError) -> TrustEvidence? {
        guard !instance.isShipped else { return nil }
        let stored = try? file(of: instance.kind).bytes(limit: Self.maximumLength)
        guard let reviewed = stored.flatMap({ TrustEvidence(stored: Data($0)) }) else {
            throw Self.untrusted(instance, "runs a program and is not trusted yet")
        }
        let evidence = try TrustEvidence(of: instance.kind, Self.surveys(of: instance))
        if let difference = evidence.difference(from: reviewed) {
            throw Self.untrusted(instance, "has changed since it was trusted, \(difference)")
        }
        return evidence
    }

    private static func surveys(of instance: KindInstance) -> [CommandSurvey] {
        (instance.kind.sources.map(\.transport) + instance.kind.actions.map(\.transport)).compactMap {
            ($0 as? CommandTransport).map { CommandSurvey($0, in: instance.folder) }
        }
    }

    private static let noThread = KindError(.source, at: "command", "the system gives no thread")

    private static func untrusted(_ instance: KindInstance, _ reason: String) -> KindError {
        let name = instance.kind.name
        var error = KindError(.source, at: "command", "'\(name)' \(reason): look at it, then run 'subdial kind trust \(name)'")
        error.isUntrusted = true
        return error
    }

    private func file(of kind: Kind) -> PrivateFile { file(ofKindAt: kind.file) }

    private func file(ofKindAt path: String) -> PrivateFile { folder.file("\(path.percentEncoded.suffix(200)).json") }
}
