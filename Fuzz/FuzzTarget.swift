/// Something that takes bytes from outside: it must neither crash, nor hang, nor break a rule, whatever they are.
struct FuzzTarget: Sendable {
    /// What `--target` calls it.
    let name: String
    /// Files and folders of the repository with inputs to begin with, beside those in `Fuzz/Seeds` under the target's name.
    let seeds: [String]
    /// A file in `Fuzz/Dictionaries` with the words of the input's language; nil where it has none.
    let dictionary: String?
    private let body: @Sendable ([UInt8]) throws -> Void

    /// Makes a target; `body` may throw on input that is wrong, and calls ``require(_:_:)`` for what must hold on all input.
    init(_ name: String, seeds: [String] = [], dictionary: String? = nil, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.seeds = seeds
        self.dictionary = dictionary
        self.body = body
    }

    /// Gives it one input.
    func run(_ bytes: [UInt8]) {
        do {
            try body(bytes)
        } catch {
            // What is said about the input goes to a terminal or a log: one line.
            let message = "\(error)"
            require(!message.isEmpty && message.utf8.count < 8192, "an error without a message, or with one of \(message.utf8.count) bytes")
        }
    }

    /// Every target, by name.
    static let all: [FuzzTarget] =
        [json, expression, textTemplate, template, symbol, path, picture, feed, click, frame, mpd, mpris, message, bridge, vlc, events]
        + [entry, activity, address, configuration, query, action, display, displays, command, palettes]
}

/// Ends the process, as a crash would, where a rule is broken.
func require(_ holds: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !holds { fatalError(rule(), file: file, line: line) }
}
