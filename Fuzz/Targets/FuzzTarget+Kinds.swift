// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialDocuments
    import SubdialEngine
    import SubdialExpressions
    import SubdialKinds

    @testable import struct SubdialEngine.CommandPlace
    @testable import struct SubdialEngine.CommandSurvey
    @testable import struct SubdialEngine.FileLookup

    extension FuzzTarget {
        /// A machine with a file or a folder at two thirds of all paths, of which some files are scripts.
        private static let machine = FileLookup(
            status: { path in
                let number = path.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1009 }
                return [.file(canRun: true), .none, .folder, .file(canRun: false), .none, .special][number % 6]
            },
            start: { path in
                Array(
                    (path.utf8.count % 3 == 0 ? "#!\(path.dropLast()) -c\n" : path.utf8.count % 3 == 1 ? "#!/usr/bin/env -S \(path)" : "")
                        .utf8)
            })
        private static let environment = ["PATH": "/home/me/bin::relative:/usr/bin", "HOME": "/home/me"]
        /// Values of an expression, which must never be run.
        private static let values = ["VALUE", "-cVALUE", "-eVALUE", "--eval=VALUE", "-c", ";VALUE", "$(VALUE)", ""]

        /// The words of a kind's command, and the search for what it runs: a program that runs is watched or listed, and no value is run.
        static let trust = FuzzTarget("trust", dictionary: "trust") { bytes in
            var input = FuzzInput(bytes)
            let (usesShell, isVariable) = (input.flag(), input.flag())
            var words: [String] = []
            while !input.isEmpty { words.append(input.text()) }
            let command = JSONValue.array(words.map(JSONValue.string)).text()
            let variable = isVariable ? "{ V: \"{{ v }}\" }" : "{ V: constant, BASH_ENV: file }"
            let kind = try Kind(
                "parameters: { v: x }\nsource: { command: \(command), shell: \(usesShell), environment: \(variable) }\nfields: { a: 1 }\n",
                name: "k", file: "/k/kind.yaml")
            guard let parsed = kind.sources.first?.transport as? CommandTransport else { return }

            let survey = CommandSurvey(parsed, in: "/k", inherited: environment, files: machine)
            require(survey.unwatched.allSatisfy { !$0.isEmpty && $0.count < 400 && !$0.contains("\n") }, "a phrase is no line")
            require(survey.files.allSatisfy { machine.status($0.path).isFile && $0.path.hasPrefix("/") }, "a watched file is none")
            let place = CommandPlace(folder: "/k", adding: ["V": "x"], inherited: environment, files: machine)
            if let word = parsed.words.first?.text, !place.isOwn(word), let program = place.program(word) {
                require(survey.files.contains { $0.path == program }, "the program at \(program) runs and is not watched")
            }

            for value in values {
                let values = try KindValues(["v": .string(value)], of: kind)
                guard let line = try? parsed.resolved(values) else { continue }
                require(line.arguments.count == parsed.words.count, "a value makes words")
                for (word, argument) in zip(parsed.words, line.arguments) {
                    require(word.text.map { $0 == argument } ?? argument.hasPrefix(word.prefix), "a word is another one")
                }
                guard !words.contains(where: { $0.contains("VALUE") }) else { continue }
                for part in CommandRoles(line.arguments.map { CommandWord($0) }).parts
                where part.role.isRun && part.word.source.contains("VALUE") {
                    require(part.role == .option, "a value is run by '\(part.reader)'")
                }
            }
        }
    }
#endif
