import SubdialBasics

/// The rule that no expression of a command becomes a part of what is run.
///
/// A value may be an argument of its own, or that of an environment variable, which a text reads without running it.
package struct CommandExpressions {
    /// The maximum number of texts inside of each other.
    private static let maximumDepth = 8
    /// The variables by which a program finds or loads other programs, or runs a text.
    private static let loading: Set<String> = [
        "PATH", "ENV", "BASH_ENV", "ZDOTDIR", "SHELL", "SHELLOPTS", "PS4", "PROMPT_COMMAND", "IFS", "EDITOR", "VISUAL", "PAGER", "BROWSER",
        "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONWARNINGS", "PYTHONBREAKPOINT", "PERL5LIB", "PERLLIB", "PERL5OPT", "PERL5DB",
        "RUBYLIB", "RUBYOPT", "GEM_PATH", "NODE_OPTIONS", "NODE_PATH", "PHPRC", "PHP_INI_SCAN_DIR", "AWKPATH", "AWKLIBPATH", "CLASSPATH",
        "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "HOME", "XDG_CONFIG_HOME", "TAR_OPTIONS", "MAKEFILES", "GNUMAKEFLAGS",
        "MANPAGER", "SYSTEMD_PAGER", "GIT_EXEC_PATH", "LESSOPEN", "LESSCLOSE", "GCONV_PATH", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_PAGER",
        "GIT_EDITOR",
        "GIT_EXTERNAL_DIFF",
        "GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "RSYNC_RSH", "MAKEFLAGS", "TERMINFO", "GTK_MODULES", "QT_PLUGIN_PATH",
        "XDG_DATA_DIRS",
    ]
    private static let loadingPrefixes = ["LD_", "DYLD_", "BASH_FUNC_", "LUA_", "GIT_CONFIG", "GST_PLUGIN"]

    /// What of a text for a shell is a value.
    private struct Tainted {
        /// The names of variables.
        var names: Set<String>
        /// True if arguments are values.
        var isPositional: Bool

        func contains(_ name: String) -> Bool {
            names.contains(name)
                || isPositional && (name == "@" || name == "*" || name == "argv" || name.utf8.allSatisfy { (0x30...0x39).contains($0) })
        }

        func contains(_ word: CommandWord) -> Bool { word.hasExpression || word.variables.contains(where: contains) }
    }

    /// The first problem of a command, without its place; nil if there is none.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - variables: The names of the environment variables that have values of expressions.
    static func problem(of words: [CommandWord], variables: [String]) -> String? {
        for name in variables where isLoading(name) { return message(loading: name) }
        return problem(of: words, Tainted(names: Set(variables), isPositional: false), depth: 0)
    }

    /// True for a variable that decides about what is run.
    package static func isLoading(_ name: String) -> Bool { loading.contains(name) || loadingPrefixes.contains { name.hasPrefix($0) } }

    private static func problem(of words: [CommandWord], _ tainted: Tainted, depth: Int) -> String? {
        var tainted = tainted
        for word in words {
            guard let assignment = word.assignment, tainted.contains(assignment.value) else { continue }
            if isLoading(assignment.name) { return message(loading: assignment.name) }
            tainted.names.insert(assignment.name)
        }
        let parts = CommandRoles(words).parts
        for part in parts where part.role.isRun {
            if tainted.contains(part.word) { return message(part) }
            guard part.role == .shellText, let text = part.word.text else { continue }
            let isPositional = words.indices.contains { $0 > part.index && tainted.contains(words[$0]) }
            let inner = Tainted(names: tainted.names, isPositional: isPositional)
            if let problem = problem(ofLine: ShellLine(text), in: text, inner, depth: depth + 1) { return problem }
        }
        return nil
    }

    private static func problem(ofLine line: ShellLine, in text: String, _ outer: Tainted, depth: Int) -> String? {
        // So deep, no text can be judged.
        guard depth <= maximumDepth else { return "the command has more than \(maximumDepth) texts inside of each other" }
        var tainted = outer
        // A variable may get a value of one that is set later in the text.
        var count = -1
        while count != tainted.names.count {
            count = tainted.names.count
            for command in line.commands {
                for assignment in command.assignments where tainted.contains(assignment.value) { tainted.names.insert(assignment.name) }
                if command.words.first?.text == "set", command.words.contains(where: tainted.contains) { tainted.isPositional = true }
            }
        }
        for part in ShellEvaluation.parts(of: text) where ShellEvaluation.names(in: part).contains(where: tainted.contains) {
            return "a shell may run a command in a value that it evaluates in '\(String(part).oneLine(limit: 60))'; "
                + "compute in the expression, or compare with [ … ]"
        }
        for command in line.commands {
            for assignment in command.assignments where isLoading(assignment.name) && tainted.contains(assignment.value) {
                return message(loading: assignment.name)
            }
            guard !command.words.isEmpty else { continue }
            if let problem = problem(of: command.words, tainted, depth: depth) { return problem }
            guard let input = CommandRoles(command.words).parts.first(where: { $0.role == .input }) else { continue }
            let isFed = command.isPiped && line.commands.contains { $0.words.contains(where: tainted.contains) }
            if isFed || (line.inputTexts + command.inputs).contains(where: tainted.contains) { return message(input) }
        }
        return nil
    }

    // MARK: Messages

    private static func message(loading name: String) -> String {
        "the variable \(name.oneLine(limit: 60)) decides about what is run, so that it takes no expression: a value in it could be a command"
    }

    private static func message(_ part: CommandPart) -> String {
        let reader = ProgramGrammar.name(ofProgram: part.reader).oneLine(limit: 60)
        return switch part.role {
        case .program: "the program is a name or a path, not an expression, and not the value of one"
        case .script, .module: "the program text of '\(reader)' is a file that kind.yaml names, not an expression"
        case .option: "'\(reader)' may read this expression as an option with program text: write the option without an expression"
        case .input: "'\(reader)' runs what it reads here, and a value in it could be a command; \(remedy(of: part.language))"
        default: "a value in the program text of '\(reader)' could be a command; \(remedy(of: part.language))"
        }
    }

    private static func remedy(of language: ProgramLanguage) -> String {
        func argument(_ name: String, _ example: String) -> String {
            "give it as an argument of its own, which the text reads as \(name): \(example)"
        }
        return switch language {
        case .shell: argument("$1", #"[sh, -c, 'echo "$1"', sh, "{{ … }}"]"#)
        case .python: argument("sys.argv[1]", #"[python3, -c, 'import sys; print(sys.argv[1])', "{{ … }}"]"#)
        case .perl: argument("$ARGV[0]", #"[perl, -e, 'print $ARGV[0]', --, "{{ … }}"]"#)
        case .ruby: argument("ARGV[0]", #"[ruby, -e, 'puts ARGV[0]', --, "{{ … }}"]"#)
        case .node: argument("process.argv[1]", #"[node, -e, 'console.log(process.argv[1])', --, "{{ … }}"]"#)
        case .php: argument("$argv[1]", #"[php, -r, 'echo $argv[1];', --, "{{ … }}"]"#)
        case .awk: argument("the variable v", #"[awk, -v, "v={{ … }}", '{ print v }']"#)
        case .jq: argument("$v", #"[jq, --arg, v, "{{ … }}", '.[$v]']"#)
        case .remoteShell: "put it under 'environment', and send it with '-o SendEnv=NAME'"
        case .filter, .other: "put it under 'environment', or give it to a script as an argument"
        }
    }
}
