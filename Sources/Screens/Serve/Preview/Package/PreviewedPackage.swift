import FoundationEssentials
import SubdialAdoption
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialLayout
import SubdialWidgets

/// Builds the programs of a Swift package at each save, and lets them draw their widgets and previews.
actor PreviewedPackage: PreviewStudio {
    /// A built program with its processes.
    private struct Program {
        let path: String
        let sources: PackageSources
        let items: [ProgramItem]
        var processes: [PreviewProgram]
    }

    /// A picture of a program.
    private struct ProgramItem {
        let fact: PreviewFacts.Item
        /// The name in requests, and the number of the entry.
        let name: String
        let index: Int
    }

    /// The processes of a program: pictures are drawn in parallel.
    private static let processes = max(1, min(3, ProcessInfo.processInfo.activeProcessorCount - 1))
    /// The minimum interval between two events about a build.
    private static let tellingPause = Duration.milliseconds(250)

    private let announce: @Sendable (PreviewNews) -> Void
    private let resources: ResourceFolder
    private var package: SwiftPackage
    private var programs: [Program] = []
    /// The errors because of which the last save is not drawn.
    private var problems: [PreviewProblem] = []
    private var kept: [ProgramRequest: Task<Result<PreviewDrawing, PreviewFailure>, Never>] = [:]
    private var building: PreviewBuilding?
    private var toldAt: ContinuousClock.Instant?
    /// The save that no build has begun with; nil for none.
    private var waiting: PreviewChange?
    private var working: Task<Void, Never>?
    private var build: Task<PackageBuild.Outcome, Never>?
    private var hasBuilt = false
    private var hasStopped = false
    /// The folder in which programs write pictures, and the number of the last file.
    private let folder = FileManager.default.temporaryDirectory.appending(path: "subdial-preview-\(UUID().uuidString)").path
    private var files = 0
    /// All processes that may not have ended.
    private var alive: [PreviewProgram] = []
    /// Starts from the present time, so that a restarted server has another number.
    private(set) var revision = Int(saturating: Date.now.timeIntervalSince1970)

    init(_ package: SwiftPackage, _ resources: ResourceFolder, announce: @escaping @Sendable (PreviewNews) -> Void) {
        (self.package, self.resources, self.announce) = (package, resources, announce)
    }

    var folders: [PreviewFolder] { package.watched }

    func start() { receive(PreviewChange(files: [], noticed: .now)) }

    func stop() async {
        hasStopped = true
        waiting = nil
        build?.cancel()
        working?.cancel()
        for process in alive { process.kill() }
        await working?.value
        for process in alive { await process.stop() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Builds

    /// Builds after a save.
    ///
    /// A build that is in progress is cancelled, and starts again with both saves. The first one is not: it builds Subdial's modules, and would never
    /// end if it was cancelled at each save; one more follows.
    func receive(_ change: PreviewChange) {
        guard !hasStopped else { return }
        var files = waiting?.files ?? []
        files += change.files.filter { !files.contains($0) }
        waiting = PreviewChange(files: files, noticed: change.noticed)
        guard working == nil else {
            if hasBuilt { build?.cancel() }
            return
        }
        working = Task {
            while let next = waiting {
                waiting = nil
                await work(next)
            }
            working = nil
        }
    }

    private func work(_ change: PreviewChange) async {
        let start = ContinuousClock.now
        tell(PreviewBuilding(files: change.files, step: "reading the package"))
        var problems: [PreviewProblem] = []
        var paths: [String] = []
        if change.files.contains(where: { $0.hasSuffix("/Package.swift") }) {
            do {
                package = try await SwiftPackage.load(
                    package.folder, swift: package.command.swift, environment: package.command.environment)
            } catch {
                problems = [PreviewProblem(file: "\(package.folder)/Package.swift", message: "\(error)")]
            }
        }
        for program in package.programs where problems.isEmpty {
            let task = Task { [package] in
                await PackageBuild(package, product: program.product).run { line in
                    guard let step = BuildStep.words(line) else { return }
                    Task { await self.tell(step) }
                }
            }
            build = task
            let outcome = await task.value
            build = nil
            switch outcome {
            case .built(let path): paths.append(path)
            case .failed(let found): problems = found
            case .cancelled:
                // The files of a cancelled build count for the next one.
                if let next = waiting {
                    waiting = PreviewChange(files: change.files + next.files.filter { !change.files.contains($0) }, noticed: next.noticed)
                } else {
                    building = nil
                }
                return
            }
        }
        guard !hasStopped else { return }
        hasBuilt = true
        let built = start.duration(to: .now) / .seconds(1)
        if problems.isEmpty {
            tell(PreviewBuilding(files: change.files, step: "starting the program"))
            problems = await replacePrograms(paths)
        }
        self.problems = problems
        kept = [:]
        building = nil
        revision += 1
        announce(.change(change, revision: revision, built: built))
    }

    private func tell(_ building: PreviewBuilding) {
        (self.building, toldAt) = (building, .now)
        announce(.build(building))
    }

    private func tell(_ step: String) {
        guard var building, build != nil else { return }
        building.step = step
        self.building = building
        guard toldAt.map({ $0.duration(to: .now) >= Self.tellingPause }) ?? true else { return }
        tell(building)
    }

    // MARK: Programs

    /// Starts the built programs in place of those before, and returns the problems of their lists.
    private func replacePrograms(_ paths: [String]) async -> [PreviewProblem] {
        var programs: [Program] = []
        for (program, path) in zip(package.programs, paths) {
            let sources = PackageSources(program.folders)
            var process = makeProcess(path)
            do {
                let answer = try await process.ask(Self.list(sources))
                guard answer["protocol"]?.number == Double(PreviewProtocol.number), let listed = answer["pictures"]?.elements else {
                    throw PreviewProgram.Ended(reason: Self.otherVersion, lines: [])
                }
                var items: [ProgramItem] = []
                for picture in listed {
                    let isPreview = picture["kind"]?.string == "preview"
                    // A preview that cannot be evaluated ends only its process.
                    if process.hasEnded, !hasStopped { process = try await makeListedProcess(path, sources) }
                    items += isPreview ? await entries(picture, process, sources, program) : [item(picture, nil, 0, sources, program)]
                }
                programs.append(Program(path: path, sources: sources, items: items, processes: [process]))
            } catch {
                process.kill()
                for program in programs { for process in program.processes { process.finish() } }
                return [problem(error, sources, "the program '\(program.product)'")]
            }
        }
        for process in self.programs.flatMap(\.processes) { process.finish() }
        self.programs = programs
        return programs.contains { !$0.items.isEmpty }
            ? [] : [PreviewProblem(message: "the program has no widgets with a provider, and no previews")]
    }

    private static let otherVersion =
        "it does not answer as this version of subdial asks; use the same version of the package 'subdial' and of the program"

    private func makeProcess(_ path: String) -> PreviewProgram {
        let process = PreviewProgram(path, in: package.folder, environment: package.command.environment)
        alive.removeAll(where: \.hasEnded)
        alive.append(process)
        return process
    }

    private func makeListedProcess(_ path: String, _ sources: PackageSources) async throws(PreviewProgram.Ended) -> PreviewProgram {
        let process = makeProcess(path)
        _ = try await process.ask(Self.list(sources))
        return process
    }

    private static func list(_ sources: PackageSources) -> JSONValue {
        ["do": "list", "places": PreviewTree.Place.json(sources.places)]
    }

    /// The pictures of a preview: one for each entry, or one for the error that its entries have.
    private func entries(
        _ preview: JSONValue, _ process: PreviewProgram, _ sources: PackageSources, _ program: SwiftPackage.Program
    ) async -> [ProgramItem] {
        let answer = try? await process.ask(["do": "entries", "name": preview["name"] ?? ""])
        guard let pictures = answer?["pictures"]?.elements, !pictures.isEmpty else { return [item(preview, nil, 0, sources, program)] }
        return pictures.enumerated().map { item(preview, $1, $0, sources, program) }
    }

    private func item(
        _ listed: JSONValue, _ picture: JSONValue?, _ index: Int, _ sources: PackageSources, _ program: SwiftPackage.Program
    ) -> ProgramItem {
        let name = listed["name"]?.string ?? ""
        // The programs of a package can have widgets of the same kind.
        let prefix = package.programs.count > 1 ? "\(program.product): " : ""
        let kind = picture?["kind"]?.string ?? listed["kind"]?.string ?? ""
        let isPreview = listed["kind"]?.string == "preview"
        let subject = isPreview ? name : String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)])
        let place = listed["place"]?.string.flatMap { sources.place($0) }
        return ProgramItem(
            fact: PreviewFacts.Item(
                name: prefix + (picture?["name"]?.string ?? name), subject: prefix + subject,
                family: picture?["family"]?.string ?? listed["family"]?.string ?? (kind == "preview" ? "view" : kind), file: place?.file,
                line: place?.line), name: name, index: index)
    }

    /// What ended a program, with its last message and the place that this names.
    private func problem(_ error: any Error, _ sources: PackageSources, _ subject: String) -> PreviewProblem {
        guard let ended = error as? PreviewProgram.Ended else { return PreviewProblem(message: "\(subject): \(error)") }
        let fatal = ended.lines.last { $0.contains("atal error") } ?? ended.lines.last { !$0.isEmpty }
        let message = "\(subject): \(ended.reason)"
        guard let fatal else { return PreviewProblem(message: message) }
        var problem = sources.problem(fatal, isWarning: false)
        problem.message = "\(message): \(problem.message)"
        return problem
    }

    // MARK: Pictures

    func drawing(_ items: [(name: String, value: String)]) async throws -> PreviewDrawing {
        let request = try ProgramRequest(items)
        guard problems.isEmpty else { throw PreviewFailure(problems: problems) }
        let task: Task<Result<PreviewDrawing, PreviewFailure>, Never>
        if let known = kept[request] {
            task = known
        } else {
            task = Task { await draw(request) }
            kept[request] = task
        }
        return try await task.value.get()
    }

    func tree(_ items: [(name: String, value: String)]) async throws -> PreviewNodes {
        let (drawing, request) = (try await drawing(items), try ProgramRequest(items))
        let text = try await asked("tree", request) { _, file, _ in
            FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? "null"
        }.get()
        return PreviewNodes(tag: drawing.tag, text: text)
    }

    private func draw(_ request: ProgramRequest) async -> Result<PreviewDrawing, PreviewFailure> {
        await asked("draw", request) { answer, file, sources in
            try PreviewDrawing(answer, FileManager.default.contents(atPath: file), sources)
        }
    }

    /// Asks the program of a picture.
    ///
    /// - Parameter read: Reads the answer and the file that the program has written.
    private func asked<Value: Sendable>(
        _ verb: String, _ request: ProgramRequest, _ read: (JSONValue, _ file: String, PackageSources) throws -> Value
    ) async -> Result<Value, PreviewFailure> {
        let found = programs.indices.lazy.compactMap { index in
            self.programs[index].items.first { $0.fact.name == request.picture }.map { (index, $0) }
        }.first
        guard let (index, item) = found else {
            let message = "there is no picture '\(request.picture.oneLine(limit: 120))' any more"
            return .failure(PreviewFailure(problems: [PreviewProblem(message: message)]))
        }
        let sources = programs[index].sources
        files += 1
        let file = "\(folder)/\(files)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let answer = try await answer(
                [
                    "do": .string(verb), "name": .string(item.name), "index": .integer(Int64(item.index)), "look": request.look,
                    "file": .string(file),
                ], of: index)
            guard answer["ok"] == true else {
                let message = answer["error"]?.string ?? "the program has not drawn it"
                throw PreviewFailure(problems: [sources.problem(message, isWarning: false)])
            }
            return .success(try read(answer, file, sources))
        } catch let failure as PreviewFailure {
            return .failure(PreviewFailure(problems: failure.problems.map { $0.inFile(item.fact.file, item.fact.line) }))
        } catch {
            let problem = problem(error, sources, item.fact.name)
            return .failure(PreviewFailure(problems: [problem.inFile(item.fact.file, item.fact.line)]))
        }
    }

    /// The answer of a program; the crash of a process by another question is no answer.
    private func answer(_ request: JSONValue, of index: Int) async throws(PreviewProgram.Ended) -> JSONValue {
        let start = revision
        while true {
            do throws(PreviewProgram.Ended) {
                return try await process(of: index).ask(request)
            } catch {
                guard error.isUnasked, !hasStopped, revision == start, programs.indices.contains(index) else { throw error }
            }
        }
    }

    /// The process of a program that answers first; a new one if there are few, or all have ended.
    private func process(of index: Int) -> PreviewProgram {
        programs[index].processes.removeAll(where: \.hasEnded)
        let processes = programs[index].processes
        if let idle = processes.min(by: { $0.load < $1.load }), idle.load == 0 || processes.count >= Self.processes { return idle }
        let process = makeProcess(programs[index].path)
        programs[index].processes.append(process)
        // Questions are answered in their order, so that nothing waits for the list.
        process.send(Self.list(programs[index].sources))
        return process
    }

    // MARK: Choices

    var facts: PreviewFacts {
        var facts = PreviewFacts(title: package.name, base: package.folder)
        facts.choices = PreviewFacts.Choice.ofPackages
        facts.items = programs.flatMap(\.items).map(\.fact)
        for item in facts.items where !facts.shown.contains(item.family) { facts.shown.append(item.family) }
        facts.add(try? WidgetRenderer.catalog(resources))
        let languages = Set(programs.flatMap(\.sources.languages))
        facts.languages = languages.isEmpty ? Strings.languages(in: resources) : languages.sorted()
        (facts.problems, facts.building) = (problems, building)
        return facts
    }
}

/// A request for a picture of a program: its name and a look.
struct ProgramRequest: Hashable, Sendable {
    let picture: String
    /// The values of the look by the names of their parameters, sorted.
    let look: JSONValue

    /// - Throws: ``ServeError`` for a value that its axis does not have.
    init(_ items: [(name: String, value: String)]) throws(ServeError) {
        var values: [String: String] = [:]
        for item in items where PreviewProtocol.axes.contains(where: { $0.parameter == item.name }) && !item.value.isEmpty {
            values[item.name] = item.value
        }
        // The values are checked as those of templates.
        _ = try PictureQuery(WidgetLook(family: .systemSmall), values.map { ($0.key, $0.value) })
        guard let name = items.last(where: { $0.name == "picture" })?.value, !name.isEmpty else {
            throw ServeError(.badRequest, "a picture of a program has its name: /picture.png?picture=NAME; /project.json lists the names")
        }
        picture = name
        look = .object(values.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }
}

extension PreviewDrawing {
    /// The picture in a program's answer.
    ///
    /// - Throws: ``PreviewFailure`` for an answer without one.
    fileprivate init(_ answer: JSONValue, _ png: Data?, _ sources: PackageSources) throws(PreviewFailure) {
        guard let png, let width = answer["width"]?.number, let height = answer["height"]?.number, let scale = answer["scale"]?.number
        else {
            throw PreviewFailure(problems: [PreviewProblem(message: "the program sent no picture")])
        }
        let bytes = Array(png)
        self.init(
            bytes: bytes, tag: bytes.entityTag, size: Size(width, height), scale: scale, device: answer["device"]?.string ?? "", theme: "",
            label: answer["label"]?.string ?? "",
            warnings: (answer["warnings"]?.elements ?? []).compactMap(\.string).map { sources.problem($0, isWarning: true) },
            milliseconds: answer["milliseconds"]?.number ?? 0)
    }
}
