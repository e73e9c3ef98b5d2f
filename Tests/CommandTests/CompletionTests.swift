import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The completions of values, in the shells that are installed.
@Suite struct CompletionTests {
    /// A command line whose last word is completed, and the completions.
    static let unique: [(String, String)] = [
        ("subdial rend", "render"), ("subdial render --family systemSm", "systemSmall"),
        ("subdial render --device iphone-ai", "iphone-air"),
        ("subdial render --device watch-45mm,iphone-ai", "watch-45mm,iphone-air"), ("subdial render --theme stu", "studio"),
        ("subdial render --mode fullColor,acc", "fullColor,accented"), ("subdial render --type-size AX4,xS", "AX4,xSmall"),
        ("subdial render --palette spec", "spectra-6-bright"), ("subdial render --placement smart", "smartStack"),
        ("subdial render --redacted priv", "privacy"), ("subdial render --dither blue", "blue-noise"), ("subdial render weat", "weather"),
        ("subdial render --compress be", "best"), ("subdial activity --presentation compactL", "compactLeading"),
        ("subdial feed --format wayb", "waybar"), ("subdial feed --kind syst", "system"), ("subdial feed --source mpr", "mpris"),
        ("subdial feed --color alw", "always"), ("subdial doctor --bar hyprl", "hyprlock"), ("subdial kind show disk", "disk"),
        ("subdial simulate --scenario liv", "living-room"), ("subdial simulate --dialect no", "node"),
        ("subdial control prev", "previous"), ("subdial control loop tr", "track"), ("subdial control loop to", "toggle"),
        ("subdial control single one", "oneshot"),
        ("subdial control cons", "consume"), ("subdial match goal aw", "away"),
        ("subdial snapshot fonts ve", "vendor"), ("subdial snapshot check --record chan", "changed"),
        ("subdial template expand mine.yaml --family panel", "panel"),
    ]

    private func environment(_ sandbox: Sandbox, _ more: [String: String] = [:]) -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["PATH": "\(Sandbox.build.path):\(path)", "TERM": "xterm", "LC_ALL": "C.UTF-8"].merging(more) { $1 }
    }

    /// Writes the completion script of a shell and returns its path.
    private func script(_ shell: String, _ file: String, _ sandbox: Sandbox) throws -> String {
        let outcome = try sandbox.run("--generate-completion-script", shell)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        try FileManager.default.createDirectory(atPath: sandbox.path("completions"), withIntermediateDirectories: true)
        try outcome.output.write(toFile: sandbox.path("completions/\(file)"), atomically: true, encoding: .utf8)
        return sandbox.path("completions/\(file)")
    }

    /// Runs a program in the sandbox and returns the lines of its output.
    private func lines(_ sandbox: Sandbox, _ program: String, _ arguments: [String], _ environment: [String: String]) throws -> [String] {
        let process = sandbox.process(arguments, environment: environment)
        process.executableURL = URL(filePath: Tool.path(program) ?? "")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        try output.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    /// Calls the function that bash calls to complete the last of the words.
    private static let bash = """
        source "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*"
        COMP_POINT=${#COMP_LINE}
        # Outside of a completion of a terminal, bash refuses it.
        compopt() { files=yes; }
        _subdial subdial "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}" ${files:+"names of files"}
        """

    private func bash(_ words: [String], _ script: String, _ sandbox: Sandbox, _ more: [String: String] = [:]) throws -> [String] {
        try lines(sandbox, "bash", ["-c", Self.bash, "bash", script] + words, environment(sandbox, more))
    }

    @Test func bashCompletesValues() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let script = try script("bash", "subdial", sandbox)
        for (line, expected) in Self.unique {
            #expect(try bash(line.split(separator: " ").map(String.init), script, sandbox) == [expected], "\(line)")
        }
        #expect(try bash(["subdial", "control", "pl"], script, sandbox) == ["play", "play-pause"])
        // A list does not repeat a value.
        #expect(try bash(["subdial", "render", "--mode", "accented,"], script, sandbox) == ["accented,fullColor", "accented,vibrant"])
        #expect(try bash(["subdial", "render", "--mode", "al"], script, sandbox) == ["all"])
        // Of the completions, only names of files are such: beside a folder `weather`, the kind is no folder.
        #expect(
            try lines(sandbox, "bash", ["-c", "source \"$1\"; complete -p subdial", "bash", script], environment(sandbox)) == [
                "complete -F _subdial subdial"
            ])
        try FileManager.default.createDirectory(atPath: sandbox.path("weather"), withIntermediateDirectories: true)
        try "{}".write(toFile: sandbox.path("weather.json"), atomically: true, encoding: .utf8)
        #expect(try bash(["subdial", "render", "weat"], script, sandbox) == ["weather"])
        #expect(
            try bash(["subdial", "render", "--entry", "weat"], script, sandbox) == ["weather.json", "weather", "names of files"])
        // Options of sources are not offered where they have no effect.
        let options = try bash(["subdial", "template", "schema", "--"], script, sandbox)
        #expect(options.contains("--config") && !options.contains("--bridge"), "\(options)")
    }

    /// Types each line in an interactive zsh, completes it, and writes the result to a file.
    private static let zsh = """
        zmodload zsh/zpty
        zpty shell 'zsh -f -i'
        zpty -w shell "fpath=(${(q)1} \\$fpath); autoload -Uz compinit; compinit -u -D; unsetopt list_beep
        complete-and-tell() { zle expand-or-complete; print -r -- \\"\\$BUFFER\\" >> ${(q)2}; BUFFER=; }
        zle -N complete-and-tell; bindkey '^X' complete-and-tell; print ready >> ${(q)2}"
        # Waits until the file has a number of lines.
        await() {
          for attempt in {1..6000}; do
            [[ -e $file && $(wc -l < $file) -ge $1 ]] && return
            sleep 0.02
            zpty -r -t shell output
          done
          exit 1
        }
        file=$2
        count=1
        shift 2
        for line; do
          await $count
          zpty -w -n shell "$line"$'\\C-x'
          (( count++ ))
        done
        await $count
        zpty -d shell
        """

    @Test(.enabled(if: Tool.has("zsh"), "needs zsh")) func zshCompletesValues() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        _ = try script("zsh", "_subdial", sandbox)
        let arguments = ["-f", "-c", Self.zsh, "zsh", sandbox.path("completions"), sandbox.path("lines")] + Self.unique.map(\.0)
        _ = try lines(sandbox, "zsh", arguments, environment(sandbox))
        let lines = try String(contentsOfFile: sandbox.path("lines"), encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(lines.count == Self.unique.count)
        for ((line, expected), result) in zip(Self.unique, lines) {
            #expect(result.split(separator: " ").last.map(String.init) == expected, "\(line): \(result)")
        }
    }

    /// fish prints completions only for fixed lists without a terminal; for the others it calls the program.
    @Test(.enabled(if: Tool.has("fish"), "needs fish")) func fishCompletesValues() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let script = try script("fish", "subdial.fish", sandbox)
        for (line, expected) in [
            ("subdial rend", "render"), ("subdial render --family systemSm", "systemSmall"), ("subdial feed --format wayb", "waybar"),
            ("subdial render --placement smart", "smartStack"), ("subdial control prev", "previous"),
        ] {
            let lines = try lines(
                sandbox, "fish", ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line], environment(sandbox))
            #expect(lines.compactMap { $0.split(separator: "\t").first.map(String.init) } == [expected], "\(line): \(lines)")
        }
        let words = ["subdial", "render", "--theme", ""]
        let outcome = try sandbox.run(
            ["---completion", "render", "--", "--theme", "3", "0"] + words, environment: environment(sandbox, ["SAP_SHELL": "fish"]))
        #expect(outcome.status == 0 && outcome.lines.contains("studio"), "\(outcome.output)\(outcome.errors)")
    }

    @Test func zonesComeFromTheRunningEngine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let script = try script("bash", "subdial", sandbox)
        try await sandbox.withBridge { address in
            let variables = ["SUBDIAL_BRIDGE": address]
            // Without an engine there are no zones, and none is started.
            let zones = try bash(["subdial", "zones", "--zone", "Ki"], script, sandbox, variables)
            #expect(zones.isEmpty)
            #expect(try sandbox.run("engine", "status").output == "no engine is running\n")
            #expect(try sandbox.run("zones", "--bridge", address).status == 0)
            // A busy engine may miss the time limit of a completion.
            try await eventually("a zone of the option") {
                try bash(["subdial", "zones", "--zone", "Ki"], script, sandbox, variables) == ["Kitchen"]
            }
            try await eventually("a zone of the action") {
                try bash(["subdial", "control", "zone", "Liv"], script, sandbox, variables) == ["Living Room"]
            }
            #expect(try bash(["subdial", "control", "zone", "ne"], script, sandbox, variables) == ["next"])
        }
    }

    /// bash expands the words that a completion function receives.
    @Test func aNameOfAZoneIsNotRun() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let script = try script("bash", "subdial", sandbox)
        let names = ["a$(touch ran)", "a`touch ran`", "a'; touch ran; '", "a\"b\\c"]
        let zones = names.enumerated().map { index, name in
            "  - { id: \"roon:\(index)\", name: '\(name.replacing("'", with: "''"))', state: stopped, volume: { kind: db, value: -40 } }\n"
        }
        try "description: Names\n\nzones:\n\(zones.joined())".write(
            toFile: sandbox.path("names.yaml"), atomically: true, encoding: .utf8)
        try await sandbox.withBridge(sandbox.path("names.yaml")) { address in
            #expect(try sandbox.run("zones", "--bridge", address).status == 0)
            try await eventually("all names") {
                try Set(bash(["subdial", "zones", "--zone", "a"], script, sandbox, ["SUBDIAL_BRIDGE": address])) == Set(names)
            }
            #expect(!FileManager.default.fileExists(atPath: sandbox.path("ran")))
        }
    }
}
