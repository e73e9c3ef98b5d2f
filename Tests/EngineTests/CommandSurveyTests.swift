import SubdialDocuments
import SubdialKinds
import Testing

@testable import SubdialEngine

/// The files that commands run, on an imagined machine.
@Suite struct CommandSurveyTests {
    /// The files of the machine with their first lines; those in a `bin` can be run.
    private static let files = [
        "/usr/bin/env": "", "/usr/bin/python3": "", "/usr/bin/jq": "", "/bin/sh": "", "/bin/bash": "", "/bin/cat": "",
        "/home/me/bin/fetch": "#!/bin/sh",
        "/home/me/bin/run": "#!/usr/bin/env python3", "/k/fetch": "", "/k/run.sh": "#!/bin/bash -e", "/k/data.json": "{}",
        "/k/bin/run.sh": "",
        "/k/bin/deep/x": "", "/k/lib.sh": "", "/k/mod.py": "", "/k/odd": "#!./interp", "/k/interp": "", "/k/loop": "#!/k/loop",
        "/k/tool/__main__.py": "",
        "/k/split": "#!/usr/bin/env -S python3 -u", "/opt/bin/fetch": "",
    ]
    private static let lookup = FileLookup(
        status: { path in
            if path == "/dev/stdin" { return .special }
            if files[path] != nil { return .file(canRun: path.contains("bin/")) }
            return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .none
        },
        start: { Array((files[$0] ?? "").utf8) })

    private func survey(_ words: [String], _ environment: [String: String] = [:]) throws -> CommandSurvey {
        let command = JSONValue.array(words.map(JSONValue.string)).text()
        let variables = JSONValue.object(environment.map { JSONMember($0.key, .string($0.value)) }).text()
        let kind = try Kind(
            "source: { command: \(command), environment: \(variables) }\nfields: { a: 1 }\n", name: "k", file: "/k/kind.yaml")
        let parsed = try #require(kind.sources[0].transport as? CommandTransport)
        return CommandSurvey(
            parsed, in: "/k", inherited: ["PATH": "/home/me/bin:/usr/bin:/bin", "HOME": "/home/me", "EVIL": "x"], files: Self.lookup)
    }

    @Test(arguments: [
        (["fetch"], ["/home/me/bin/fetch", "/bin/sh"]), (["./fetch", "x"], ["/k/fetch"]), (["bash", "fetch"], ["/bin/bash", "/k/fetch"]),
        (["bash", "run"], ["/bin/bash", "/home/me/bin/run", "/usr/bin/env", "/usr/bin/python3"]),
        (["./run.sh"], ["/k/run.sh", "/bin/bash"]),
        (["./odd"], ["/k/odd", "/k/interp"]), (["./loop"], ["/k/loop"]), (["./split"], ["/k/split", "/usr/bin/env", "/usr/bin/python3"]),
        (["./fetch", "data.json", "--lib=lib.sh"], ["/k/fetch", "/k/data.json", "/k/lib.sh"]), (["cat", "data.json"], ["/bin/cat"]),
        (["jq", ".x", "data.json"], ["/usr/bin/jq"]), (["env", "A=1", "bash", "fetch"], ["/usr/bin/env", "/bin/bash", "/k/fetch"]),
        (["env", "-C", "bin", "./run.sh"], ["/usr/bin/env", "/k/bin/run.sh", "/k/run.sh", "/bin/bash"]),
        (["sh", "-c", "cd bin && ./run.sh"], ["/bin/sh", "/k/bin/run.sh", "/k/run.sh", "/bin/bash"]),
        (["sh", "-c", "cd bin; cd deep; ./x"], ["/bin/sh", "/k/bin/deep/x"]),
        (
            ["sh", "-c", "$HOME/bin/fetch | ~/bin/run | ${HOME}/bin/fetch"],
            ["/bin/sh", "/home/me/bin/fetch", "/home/me/bin/run", "/usr/bin/env", "/usr/bin/python3"]
        ),
        (["sh", "-c", ". ./lib.sh; echo $(fetch)"], ["/bin/sh", "/k/lib.sh", "/home/me/bin/fetch"]),
        (["sh", "-c", "echo x > data.json; cat < data.json"], ["/bin/sh", "/bin/cat"]),
        (["sh", "-c", "sh < fetch"], ["/bin/sh", "/k/fetch"]),
        (["sh", "-c", "eval './fetch'; trap './run.sh' EXIT"], ["/bin/sh", "/k/fetch", "/k/run.sh", "/bin/bash"]),
        (["python3", "-m", "mod"], ["/usr/bin/python3", "/k/mod.py"]), (["python3", "tool"], ["/usr/bin/python3", "/k/tool/__main__.py"]),
        (["nothing"], []), (["./nothing"], []), (["bash", "nothing"], ["/bin/bash"]),
    ])
    func whatIsRunIsWatched(_ words: [String], _ paths: [String]) throws {
        #expect(try survey(words).files.map(\.path).sorted() == paths.sorted())
    }

    @Test(arguments: [
        (["PATH": "/opt/bin"], ["/opt/bin/fetch"]), (["BASH_ENV": "lib.sh"], ["/home/me/bin/fetch", "/bin/sh", "/k/lib.sh"]),
        (["LD_PRELOAD": "./lib.sh:/k/fetch"], ["/home/me/bin/fetch", "/bin/sh", "/k/lib.sh", "/k/fetch"]),
        (["PATH": "bin:/usr/bin"], []), (["PATH": ""], []),
    ])
    func variablesNameFilesToo(_ environment: [String: String], _ paths: [String]) throws {
        #expect(try survey(["fetch"], environment).files.map(\.path).sorted() == paths.sorted())
    }

    @Test(arguments: [
        (["./fetch", "x"], []), (["sh", "-c", "./fetch | cat > out"], []), (["jq", ".x"], []),
        (["sh", "-c", "./$NAME"], ["'./$NAME', which is known only when it runs"]),
        (["sh", "-c", "eval \"$X\""], ["'\"$X\"', which is known only when it runs"]),
        (["sh", "-c", "cd $X && ./fetch"], ["the folder of 'cd $X', which is known only when it runs"]),
        (["sh", "-c", ". $(echo x)"], ["'$(echo x)', which is known only when it runs"]),
        (["sh", "-c", "cat x | sh"], ["what 'sh' reads from its standard input"]),
        (["sh", "-c", "./*.sh"], ["'./*.sh', which is known only when it runs"]),
        (["sh", "-c", "PATH=bin:$PATH; run"], ["what PATH changes in the line"]),
        (["env", "PATH=bin", "./fetch"], ["what PATH changes for 'env'"]),
        (["node", "app"], ["the program 'node', which PATH does not have now", "'app', which is not found now"]),
        (["python3", "-c", "exec(open('fetch').read())"], ["what the text of 'python3' runs by itself"]),
        (["python3", "-m", "mod"], ["the module 'mod', which 'python3' finds itself"]),
        (["python3", "tool"], ["the files in the folder 'tool'"]),
        (
            ["ssh", "host", "./x"],
            ["the program 'ssh', which PATH does not have now", "what 'ssh' runs on the other machine"]
        ),
        (["sh", "-c", "sh - < x"], ["what 'sh' reads from its standard input"]),
    ])
    func whatCannotBeWatchedIsListed(_ words: [String], _ phrases: [String]) throws {
        #expect(try survey(words).unwatched == phrases)
    }

    @Test func aFolderFromWhichProgramsLoadIsListed() throws {
        #expect(try survey(["fetch"], ["PYTHONPATH": "tool"]).unwatched == ["the files in the folder 'tool', which PYTHONPATH names"])
    }

    /// Lines in lines and scripts of scripts end.
    @Test func deepCommandsEnd() throws {
        var words = ["./fetch"]
        for _ in 0..<8 { words = ["sh", "-c", words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")] }
        #expect(try survey(words).unwatched.count == 1)
    }
}
