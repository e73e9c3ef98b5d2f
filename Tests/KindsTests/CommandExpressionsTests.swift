import SubdialDocuments
import SubdialKinds
import Testing

/// Expressions in commands: a value is never a part of what is run.
@Suite struct CommandExpressionsTests {
    /// A kind with a command; `{{ v }}` is a text of its document.
    private func kind(_ words: [String], environment: [String: String] = [:], more: String = "") throws -> Kind {
        let command = JSONValue.array(words.map(JSONValue.string)).text()
        let variables = JSONValue.object(environment.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }).text()
        return try Kind(
            """
            source: { static: { v: x } }
            fields: { v: x }
            actions: { act: { command: \(command), environment: \(variables)\(more) } }

            """, name: "k", file: "k/kind.yaml")
    }

    private static let v = "{{ v }}"

    @Test(arguments: [
        // Shells.
        ["sh", "-c", "echo {{ v }}"], ["sh", "-c", v], ["/bin/dash", "-ec", v], ["bash", "-lc", v], ["bash", "-c", "-x", v], ["sh", v],
        ["bash", "-o", "errexit", "-c", v], ["zsh", "-cf", v], ["ksh93", "-c", v], ["fish", "-c", v], ["fish", "--command={{ v }}"],
        ["busybox", "sh", "-c", v], ["bash", "--rcfile", v, "-i"], ["bash", "-{{ v }}", "x"], ["eval", v],
        // Other interpreters.
        ["python3", "-c", "print({{ v }})"], ["python3.11", "-uc", v], ["/usr/bin/python3", "-cprint({{ v }})"], ["python3", v],
        ["python3", "-m", v], ["perl", "-e", v], ["perl", "-lne", v], ["perl", "-E", "say {{ v }}"], ["perl", "-M{{ v }}", "-e", "1"],
        ["ruby", "-e", v], ["node", "-e", v], ["node", "--eval={{ v }}"], ["node", "-pe", v], ["node", "-r", v, "x.js"],
        ["nodejs", "--print", v],
        ["deno", "eval", v], ["bun", "-e", v], ["lua5.4", "-e", v], ["php", "-r", v], ["tclsh", v], ["osascript", "-e", v],
        ["Rscript", "-e", v],
        ["awk", v], ["gawk", "-F", ":", "{ print {{ v }} }"], ["awk", "-f", v], ["sed", "s/a/{{ v }}/"], ["sed", "-n", "-e", v],
        ["sed", "--expr={{ v }}"], ["jq", ".{{ v }}"], ["sqlite3", "db", v], ["psql", "-c", v], ["git", "-c", "alias.x=!{{ v }}", "x"],
        // Programs that run others.
        ["env", "A=b", "sh", "-c", v], ["env", "-S", "sh -c '{{ v }}'"], ["env", "-S", "sh -c", v], ["env", v], ["env", "-i", v],
        ["sudo", "-u", "x", "sh", "-c", v], ["sudo", v], ["doas", "sh", "-c", v], ["su", "-c", v], ["su", "-", "root", v],
        ["nohup", "sh", "-c", v],
        ["nice", "-n", "5", "sh", "-c", v], ["timeout", "-s", "KILL", "5", "bash", "-c", v], ["setsid", "sh", "-c", v], ["xargs", v],
        ["stdbuf", "-oL", "sh", "-c", v], ["xargs", "-n", "1", "sh", "-c", v], ["find", ".", "-exec", "sh", "-c", v, ";"],
        ["find", ".", "-exec", v, ";"], ["flock", "lock", "-c", v], ["sudo", "env", "X=1", "timeout", "5", "bash", "-c", v],
        ["docker", "exec", "box", "sh", "-c", v], ["docker", "exec", "box", "perl", v],
        ["kubectl", "exec", "pod", "--", "python3", "-c", v], ["ssh", "host", "cat", v],
        ["ssh", "-p", "22", "host", v], ["ssh", "-o", "ProxyCommand={{ v }}", "host"], ["watch", v], ["tmux", "new-window", v],
        ["swaymsg", "exec", v], ["hyprctl", "dispatch", "exec", v], ["xterm", "-e", "sh", "-c", v], ["subdial", "feed", "--on-art", v],
        // Texts that run their arguments.
        ["sh", "-c", "eval \"$1\"", "sh", v], ["sh", "-c", "$1", "sh", v], ["sh", "-c", "sh -c \"echo $1\"", "sh", v],
        ["sh", "-c", "x=$1; eval $x", "sh", v], ["sh", "-c", "echo \"$1\" | sh", "sh", v], ["bash", "-c", "bash <<< \"$1\"", "bash", v],
        ["sh", "-c", "python3 -c \"print($1)\"", "sh", v], ["sh", "-c", "ssh host \"$1\"", "sh", v], ["sh", "-c", ". \"$1\"", "sh", v],
        ["sh", "-c", "for x in $@; do eval $x; done", "sh", v], ["sh", "-c", "sh <<E\n$1\nE\n", "sh", v],
        ["sh", "-c", "x=`echo $1`; $x", "sh", v],
        ["sh", "-c", "set -- $1; $1", "sh", v], ["sh", "-c", "PATH=$1:$PATH ls", "sh", v], ["env", "X={{ v }}", "sh", "-c", "eval \"$X\""],
        ["env", "PATH={{ v }}", "ls"], ["env", "LD_PRELOAD={{ v }}", "ls"], ["env", "TAR_OPTIONS={{ v }}", "ls"],
        ["prlimit", "--nofile=9", v], ["setarch", "x86_64", v], ["split", "--filter={{ v }}", "f"],
        // Texts in which a shell evaluates a value once more.
        ["bash", "-c", "[[ $1 -gt 50 ]]", "bash", v], ["bash", "-c", "echo $(( $1 * 2 ))", "bash", v],
        ["bash", "-c", "((x=$1))", "bash", v],
        ["bash", "-c", "for ((i=0;i<$1;i++)); do :; done", "bash", v], ["bash", "-c", "echo ${x:0:$1}", "bash", v],
        ["bash", "-c", "n=$1; echo $((n + 1))", "bash", v], ["bash", "-c", "declare -i x=$1", "bash", v],
        ["bash", "-c", "printf -v \"$1\" x", "bash", v], ["bash", "-c", "echo ${!1}", "bash", v], ["bash", "-c", "echo ${1@P}", "bash", v],
        ["env", "V={{ v }}", "bash", "-c", "[[ $V -gt 50 ]]"], ["zsh", "-c", "echo ${(e)1}", "zsh", v],
        // Programs that read their text from the standard input.
        ["sh", "-c", "printf %s \"$1\" | sh -", "sh", v], ["sh", "-c", "printf %s \"$1\" | python3 /dev/stdin", "sh", v],
    ])
    func aValueIsNoProgramText(_ words: [String]) {
        let error = #expect(throws: KindFileError.self) { try kind(words) }
        #expect(
            error?.problems.count == 1 && error?.problems.first?.contains("actions: act: command: ") == true, "\(error?.problems ?? [])")
    }

    @Test(arguments: [
        ["sh", "-c", "echo \"$1\"", "sh", v], ["bash", "-c", "echo $0", v], ["sh", "./x.sh", v], ["bash", "-x", "./x.sh", v],
        ["python3", "-c", "import sys; print(sys.argv[1])", v], ["python3", "x.py", v], ["perl", "-e", "print $ARGV[0]", "--", v],
        ["perl", "-e", "print $ARGV[0]", v], ["ruby", "-e", "puts ARGV[0]", "--", v], ["node", "-e", "1", v], ["node", "x.js", v],
        ["php", "-r", "echo 1;", "--", v], ["deno", "eval", "1", v], ["lua", "x.lua", v], ["awk", "{ print }", v],
        ["awk", "-v", "x={{ v }}", "{ print x }"], ["awk", "-vx={{ v }}", "{ print x }"], ["sed", "-n", "p", v],
        ["jq", "--arg", "x", v, ".[$x]"], ["jq", ".", v], ["git", v], ["git", "log", v], ["timeout", v, "curl", "x"],
        ["find", v, "-name", v],
        ["find", ".", "-exec", "sh", "-c", "echo \"$1\"", "sh", v, ";"], ["curl", v], ["echo", v], ["./run", v],
        ["ssh", "-p", v, "host", "x"],
        ["env", "X={{ v }}", "ls"], ["sudo", "-u", "x", "./run", v], ["xdg-open", v], ["subdial", "mixer", "volume", v, "+{{ v }}"],
        ["subdial", "mixer", "volume", v, "-{{ v }}"],
        ["docker", "exec", "box", "sh", "-c", "echo \"$1\"", "sh", v], ["grep", "node", v], ["swaymsg", "workspace {{ v }}"],
        ["hyprctl", "dispatch", "workspace", v], ["sqlite3", v, "select 1"], ["flock", "lock", "./run", v],
        ["sh", "-c", "x=$1; echo $x > f", "sh", v], ["sh", "-c", "[ \"$1\" = a ] && ls", "sh", v],
        ["bash", "-c", "[[ $1 == a ]] && ls", "bash", v], ["bash", "-c", "echo ${1:0:50}", "bash", v],
        ["bash", "-c", "echo ${1:-x} ${x:-$1}", "bash", v],
        ["sh", "-c", "curl \"$1\" | jq '.x'", "sh", v], ["sh", "-c", "export X=\"$1\"; ./run", "sh", v],
    ])
    func aValueIsAnArgument(_ words: [String]) throws {
        #expect(try kind(words).actions.count == 1)
    }

    @Test(arguments: [
        (["./run"], "PATH"), (["./run"], "LD_PRELOAD"), (["./run"], "BASH_ENV"), (["./run"], "BASH_FUNC_ls%%"),
        (["sh", "-c", "eval \"$V\""], "V"), (["sh", "-c", "y=${V:-x}; sh -c \"$y\""], "V"),
    ])
    func aVariableIsNoProgramText(_ words: [String], _ name: String) {
        #expect(throws: KindFileError.self) { try kind(words, environment: [name: Self.v]) }
        #expect(throws: Never.self) { try kind(words, environment: [name: "constant"]) }
    }

    @Test func aLineForAShellReadsVariables() throws {
        #expect(try kind(["echo \"$V\" | wc -c"], environment: ["V": Self.v], more: ", shell: true").actions.count == 1)
        let error = #expect(throws: KindFileError.self) { try kind(["$V | wc -c"], environment: ["V": Self.v], more: ", shell: true") }
        #expect(error?.problems.first?.hasSuffix("the program is a name or a path, not an expression, and not the value of one") == true)
    }

    /// The message has the right way in the language of the text.
    @Test(arguments: [
        (["bash", "-c", v], #"[sh, -c, 'echo "$1"', sh, "{{ … }}"]"#), (["python3", "-c", v], "sys.argv[1]"),
        (["perl", "-e", v], "$ARGV[0]"),
        (["node", "-e", v], "process.argv[1]"), (["awk", v], #"[awk, -v, "v={{ … }}", '{ print v }']"#), (["jq", v], "--arg"),
        (["ssh", "host", v], "SendEnv"), (["sed", v], "'environment'"), (["sh", v], "is a file that kind.yaml names"),
    ])
    func theRightWayIsSaid(_ words: [String], _ hint: String) {
        let error = #expect(throws: KindFileError.self) { try kind(words) }
        #expect(error?.problems.first?.contains(hint) == true, "\(error?.problems ?? [])")
    }
}
