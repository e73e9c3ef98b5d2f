import FoundationEssentials
import Glibc
import SubdialSystem

/// The configuration files of bars, as the bars find them.
struct BarFiles {
    /// The maximum size of a file, in bytes.
    private static let maximumLength = 1 << 20
    /// The maximum number of files of a program, and the depth of its folders.
    private static let (maximumFiles, maximumDepth) = (1000, 8)

    let environment: [String: String]
    /// The home folder.
    let home: String
    /// The folder of configurations: `$XDG_CONFIG_HOME`, or `.config` in the home folder.
    let folder: String

    /// nil without a home folder.
    init?(environment: [String: String]) {
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        self.environment = environment
        self.home = home
        folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    }

    /// The text of a file; nil if there is none, or it cannot be read.
    func text(of path: String) -> String? {
        guard let bytes = try? InputFile.bytes(at: path, limit: Self.maximumLength, accepting: .regular) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first of the paths at which there is a file.
    func first(_ paths: [String]) -> String? { paths.first { access($0, R_OK) == 0 } }

    /// The files that a path in a configuration means: `~`, variables and wildcards are expanded.
    ///
    /// - Parameter folder: The folder to which a relative path refers.
    func paths(_ written: String, in folder: String) -> [String] {
        var path = written.hasPrefix("~/") ? home + written.dropFirst() : written
        for (name, value) in environment.sorted(by: { $0.key.count > $1.key.count }) where path.contains("$") {
            path = path.replacing("${\(name)}", with: value).replacing("$\(name)", with: value)
        }
        if !path.hasPrefix("/") { path = "\(folder)/\(path)" }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(path, 0, nil, &found) == 0, let list = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { list[$0].map { String(cString: $0) } }
    }

    /// The files in a folder and the folders in it, by their endings; without those of installed packages.
    ///
    /// - Returns: At most a thousand paths, in order.
    func files(below folder: String, endings: Set<String>) -> [String] {
        var found: [String] = []
        var folders = [(path: folder, depth: 0)]
        while let (folder, depth) = folders.popLast(), found.count < Self.maximumFiles {
            for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
                let path = "\(folder)/\(name)"
                var status = stat()
                guard stat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    let isOwn = !name.hasPrefix(".") && !name.hasPrefix("@") && name != "node_modules"
                    if isOwn, depth < Self.maximumDepth { folders.append((path, depth + 1)) }
                } else if let ending = name.split(separator: ".").last, endings.contains(String(ending)) {
                    found.append(path)
                }
            }
        }
        return found.prefix(Self.maximumFiles).sorted()
    }

    /// The path for messages: with `~` for the home folder.
    func shown(_ path: String) -> String { path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path }

    /// The folder of a file.
    static func folder(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}

/// A line of a configuration file.
struct BarPlace: Hashable {
    let file: String
    /// The number of the line, from 1; nil if it is unknown.
    let line: Int?

    /// The file with the line, for messages.
    func text(_ files: BarFiles) -> String { files.shown(file) + (line.map { ":\($0)" } ?? "") }
}

/// What a bar's configuration says about Subdial.
struct BarReading {
    /// The parts of the bar that run a feed.
    var modules: [BarModule] = []
    /// The faults of the configuration itself, each with its place.
    var faults: [String] = []
}

/// A part of a bar that runs a feed.
struct BarModule {
    let place: BarPlace
    /// The name in the configuration; empty if such parts have no names.
    var name = ""
    let call: FeedCall
    /// What is wrong with the part apart from its command, each with its remedy.
    var faults: [String] = []

    /// The parts of a command, with what each has wrong.
    static func all(
        in command: String, at place: BarPlace, named name: String = "", _ environment: [String: String],
        faults: (FeedCall) -> [String]
    ) -> [BarModule] {
        FeedCall.all(in: command, environment).map { BarModule(place: place, name: name, call: $0, faults: faults($0)) }
    }
}
