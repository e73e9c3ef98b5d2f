import FoundationEssentials
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialTimeline

extension Hub {
    /// The shared follower of an instance.
    ///
    /// - Parameter input: The id of the front whose standard input provides the data, which no other front shares.
    func follower(of instance: KindInstance, input: UUID? = nil) async -> DataFollower {
        let key = input.map { "\(instance.key)\u{1}\($0)" } ?? instance.key
        func known() -> DataFollower? { dataFollowers[key].flatMap { $0.instance.kind.isSame(as: instance.kind) ? $0 : nil } }
        if let follower = known() { return follower }
        let kept = await dataStore.kept(instance)
        // Another caller may have made it meanwhile.
        if let follower = known() { return follower }
        let follower = DataFollower(
            instance, kept: kept, http: http, trust: trust, store: dataStore, pictures: PictureFetcher(http: http, folder: places.pictures),
            places: places, logger: logger, lingering: dataLingering,
            becameIdle: { [weak self] in await self?.letGo(key) })
        guard !isStopped else {
            await follower.stop()
            return follower
        }
        dataFollowers[key] = follower
        resumeCommands(of: instance)
        return follower
    }

    /// Removes a follower that has been idle for a while.
    private func letGo(_ key: String) async {
        guard let follower = dataFollowers[key], await follower.isIdle, dataFollowers[key] === follower else { return }
        dataFollowers[key] = nil
    }

    /// Performs an action, and reads the source again.
    func perform(_ action: KindAction, for follower: DataFollower) async throws -> String? {
        let instance = follower.instance
        let entry = await follower.frame().timeline.entries.first
        switch try action.transport.resolved(instance.values, in: entry?.values ?? [:], timeZones: instance.timeZones) {
        case .command(let line):
            try await trust.check(instance)
            _ = try await CommandReader(line: line, folder: instance.folder).output(timeout: 30, maximum: 1 << 20)
        case .url(var question):
            // Any success status is accepted, because the response body is not used.
            if question.statuses == [200] { question.statuses = Set(200...299) }
            do throws(URLReader.Failure) {
                _ = try await URLReader(http: http, question: question, timeout: 30, maximum: 1 << 20).read()
            } catch {
                throw error.error
            }
        case .mqtt(let topic): return try await send(topic, of: instance)
        case .file, .match, .library, .mixer, .console, .stdin, .fixed: return nil
        }
        await follower.refresh()
        return nil
    }
}

extension Kind {
    /// True if both were parsed from the same text.
    func isSame(as other: Kind) -> Bool { file == other.file && text == other.text }
}

extension Hub {
    /// Reads the current documents of an instance's sources.
    ///
    /// - Throws: `KindError`.
    package func documents(of instance: KindInstance) async throws -> [String: Value] {
        do throws(DataReading.Failure) {
            return try await DataReading(instance: instance, http: http, trust: trust, places: places).read().documents
        } catch {
            throw error.error.striking(instance.values.secrets.values)
        }
    }
}
