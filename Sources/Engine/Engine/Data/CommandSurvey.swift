import FoundationEssentials
import SubdialBasics
import SubdialKinds

/// The files that a kind's commands run, as far as they can be known before they run.
struct CommandSurvey {
    /// A file whose content must stay as it is.
    struct File: Hashable {
        /// The absolute path at which it is found.
        var path: String
        /// The name by which it is found in `PATH`; nil if a path names it.
        var name: String?
    }

    /// The maximum number of texts and scripts inside of each other.
    private static let maximumDepth = 6
    /// The maximum number of working folders of a line.
    private static let maximumFolders = 16
    /// The commands that are parts of shells.
    private static let shellCommands = Set(
        (": . [ [[ alias bg bind break builtin caller case cd command compgen complete continue coproc declare dirs disown echo enable eval exec "
            + "exit export false fc fg for foreach function getopts hash help history jobs kill let local logout mapfile noglob popd printf pushd pwd "
            + "read readarray readonly return select set shift shopt source suspend test time times trap true type typeset ulimit umask unalias "
            + "unset wait").split(separator: " ").map(String.init))

    /// The programs that run what files of a project say.
    private static let projectRunners = Set(
        ("ant bazel cargo cmake dotnet gmake go gradle invoke just make meson mvn ninja nox npm pnpm rake run-parts task tox yarn")
            .split(separator: " ").map(String.init))

    /// The files that are watched.
    private(set) var files: Set<File> = []
    /// What cannot be watched, a phrase for each, without duplicates.
    private(set) var unwatched: [String] = []

    private let place: CommandPlace
    /// The folders in which relative paths may be.
    private var folders: [String]

    /// Surveys one command.
    ///
    /// - Parameters:
    ///   - inherited: The environment of this process.
    ///   - lookup: The file system.
    init(
        _ command: CommandTransport, in folder: String, inherited: [String: String] = ProcessInfo.processInfo.environment,
        files lookup: FileLookup = .system
    ) {
        var (known, unknown): ([String: String], Set<String>) = ([:], [])
        for item in command.environment {
            if let value = item.value.literal { known[item.name] = value } else { unknown.insert(item.name) }
        }
        place = CommandPlace(folder: folder, adding: known, inherited: inherited.filter { !unknown.contains($0.key) }, files: lookup)
        folders = [folder.withoutDots]
        add(command.words, depth: 0)
        for (name, value) in known.sorted(by: { $0.key < $1.key }) where name != "PATH" { addVariable(name, value) }
    }

    // MARK: Commands

    private mutating func add(_ words: [CommandWord], isInLine: Bool = false, depth: Int) {
        guard depth <= Self.maximumDepth else {
            return leave("what '\(shown(words.first))' runs, more than \(Self.maximumDepth) levels deep")
        }
        for part in CommandRoles(words).parts {
            if case .folder = part.role { enter(part.word) }
            if !part.role.isRun, let name = part.word.assignment?.name, CommandExpressions.isLoading(name) {
                leave("what \(name) changes for '\(shown(part.reader))'")
            }
            guard let text = part.word.text else {
                // Values of expressions are arguments; what a line computes may be more.
                if part.role.isRun { leave("'\(shown(part.word))', which is known only when it runs") }
                continue
            }
            switch part.role {
            case .program: addProgram(text, isInLine: isInLine, depth: depth)
            case .script: addScript(text, depth: depth)
            case .shellText: addLine(text, depth: depth + 1)
            case .text: addText(part)
            case .module:
                for path in ["\(text.modulePath).py", "\(text.modulePath)/__init__.py", "\(text.modulePath)/__main__.py"] { watch(path) }
                leave("the module '\(text)', which '\(part.reader)' finds itself")
            case .argument, .operand: addArgument(text)
            case .input where isInLine: leave("what '\(part.reader)' reads from its standard input")
            case .input, .option, .data, .folder: break
            }
        }
    }

    private mutating func addProgram(_ word: String, isInLine: Bool, depth: Int) {
        if isInLine, Self.shellCommands.contains(word) { return }
        if word.contains("/") { return addScript(word, depth: depth) }
        guard !place.isOwn(word) else { return }
        guard let path = place.program(word) else { return leave("the program '\(shown(word))', which PATH does not have now") }
        add(File(path: path, name: word), depth: depth)
        if Self.projectRunners.contains(word) { leave("what '\(word)' runs from files of its own, such as a Makefile") }
    }

    /// Adds a file with program text: a program at a path, or the script of an interpreter.
    private mutating func addScript(_ word: String, depth: Int) {
        guard !word.contains("{}") else { return leave("the files in place of '\(shown(word))'") }
        var isFound = false
        for folder in folders {
            let path = place.absolute(word, in: folder)
            switch place.files.status(path) {
            case .none: continue
            case .file: add(File(path: path), depth: depth)
            case .folder:
                watch(path + "/__main__.py")
                leave("the files in the folder '\(shown(word))'")
            case .special: leave("'\(shown(word))', which is no regular file")
            }
            isFound = true
        }
        // A shell searches for its scripts in PATH too.
        guard !isFound else { return }
        guard !word.contains("/"), let path = place.program(word) else { return leave("'\(shown(word))', which is not found now") }
        add(File(path: path, name: word), depth: depth)
    }

    private mutating func add(_ file: File, depth: Int) {
        guard !isWatched(file.path) else { return }
        files.insert(file)
        // The interpreter of a script is run too.
        let start = place.files.start(file.path)
        guard start.starts(with: "#!".utf8) else { return }
        let line = String(decoding: start.dropFirst(2).prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
        let parts = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
        let words = parts.map { CommandWord($0.trimmed()) }
        guard !words.isEmpty else { return }
        add(words + [CommandWord(file.path)], depth: depth + 1)
    }

    private mutating func addText(_ part: CommandPart) {
        switch part.language {
        case .jq, .filter: break
        case .remoteShell: leave("what '\(part.reader)' runs on the other machine")
        case .shell, .awk, .node, .perl, .php, .python, .ruby, .other: leave("what the text of '\(part.reader)' runs by itself")
        }
    }

    private mutating func addArgument(_ text: String) {
        watch(text)
        if let sign = text.firstIndex(of: "=") { watch(String(text[text.index(after: sign)...])) }
    }

    private mutating func addVariable(_ name: String, _ value: String) {
        for part in Set([value] + value.split { $0 == ":" || $0 == " " }.map(String.init)) {
            watch(part)
            guard CommandExpressions.isLoading(name),
                folders.contains(where: { place.files.status(place.absolute(part, in: $0)) == .folder })
            else { continue }
            leave("the files in the folder '\(shown(part))', which \(name) names")
        }
    }

    /// Watches the regular file that a word names.
    private mutating func watch(_ word: String) {
        guard !word.isEmpty else { return }
        for folder in folders {
            let path = place.absolute(word, in: folder)
            if place.files.status(path).isFile, !isWatched(path) { files.insert(File(path: path)) }
        }
    }

    private func isWatched(_ path: String) -> Bool { files.contains { $0.path == path } }

    // MARK: Lines

    private mutating func addLine(_ text: String, depth: Int) {
        guard depth <= Self.maximumDepth else { return leave("'\(shown(text))', more than \(Self.maximumDepth) levels deep") }
        let line = ShellLine(text, variables: place.variables)
        for command in line.commands {
            if let name = command.words.first?.text, name == "cd" || name == "pushd" {
                enter(command.words.dropFirst().last ?? CommandWord("~"))
            }
        }
        for command in line.commands {
            for (name, value) in command.assignments where CommandExpressions.isLoading(name) {
                if let value = value.text, name != "PATH" { addVariable(name, value) } else { leave("what \(name) changes in the line") }
            }
            guard !command.words.isEmpty else { continue }
            add(command.words, isInLine: true, depth: depth)
            guard CommandRoles(command.words).parts.contains(where: { $0.role == .input }) else { continue }
            for input in command.inputs.compactMap(\.text) { watch(input) }
        }
    }

    /// Adds a folder in which the following commands may run, beside those from which it is reached.
    private mutating func enter(_ word: CommandWord) {
        guard let text = word.text else { return leave("the folder of 'cd \(shown(word))', which is known only when it runs") }
        let target = text == "~" ? place.variables["HOME"] ?? "/" : text
        guard text != "-" else { return }
        for folder in folders {
            let path = place.absolute(target, in: folder)
            guard !folders.contains(path) else { continue }
            guard folders.count < Self.maximumFolders else { return leave("the folders beyond \(Self.maximumFolders)") }
            folders.append(path)
        }
    }

    // MARK: Messages

    private mutating func leave(_ what: String) {
        if !unwatched.contains(what) { unwatched.append(what) }
    }

    private func shown(_ word: CommandWord?) -> String { shown(word?.source ?? "") }
    private func shown(_ text: String) -> String { text.oneLine(limit: 120) }
}

extension String {
    /// The path of a module: `a.b` is `a/b`.
    fileprivate var modulePath: String { split(separator: ".").joined(separator: "/") }
}
