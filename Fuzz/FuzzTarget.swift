// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    /// Code that receives external bytes: for any bytes, it must not crash, hang, or violate a rule.
    package struct FuzzTarget: Sendable {
        /// The name for `--target`.
        package let name: String
        /// The files and folders of the repository with initial inputs, besides those in `Fuzz/Seeds` with the target's name.
        package let seeds: [String]
        /// A file in `Fuzz/Dictionaries` with tokens of the input's syntax; nil for none.
        package let dictionary: String?
        private let body: @Sendable ([UInt8]) throws -> Void

        /// Creates a target; `body` can throw for invalid input, and calls ``require(_:_:)`` for rules that apply to all input.
        init(_ name: String, seeds: [String] = [], dictionary: String? = nil, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
            self.name = name
            self.seeds = seeds
            self.dictionary = dictionary
            self.body = body
        }

        /// Runs the target with one input.
        package func run(_ bytes: [UInt8]) {
            do {
                try body(bytes)
            } catch {
                // The message goes to a terminal or a log, so that its length is limited.
                let message = "\(error)"
                require(
                    !message.isEmpty && message.utf8.count < 8192, "an error without a message, or with one of \(message.utf8.count) bytes")
            }
        }

        /// Every target.
        package static let all: [FuzzTarget] =
            [json, expression, textTemplate, template, symbol, path, picture, feed, click, frame, mpd, mpris, message, bridge, vlc, events]
            + [entry, activity, address, configuration, query, action, display, displays, command, palettes, tags, trust, report]
            + [propertyList, archive]
    }

    /// Ends the process like a crash if a rule is violated.
    func require(_ holds: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
        if !holds { fatalError(rule(), file: file, line: line) }
    }
#endif
