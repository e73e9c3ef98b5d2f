import SubdialKinds
import Testing

/// Lines for shells, split into their commands.
@Suite struct ShellLineTests {
    /// The commands of a line; a word with unknown parts ends with `…` after the known ones, and with the names of its variables.
    private func commands(_ text: String) -> [String] {
        ShellLine(text, variables: ["HOME": "/home/me"]).commands.map { command in
            command.words.map { word in word.text ?? "\(word.prefix)…\(word.variables.sorted().joined(separator: "+"))" }.joined(
                separator: " ")
        }
    }

    @Test(arguments: [
        ("cd bin && ./run.sh", ["cd bin", "./run.sh"]), ("a; b & c | d || e\nf", ["a", "b", "c", "d", "e", "f"]),
        ("$HOME/x ~/y ${HOME}/z \"$HOME/w\" '$HOME'", ["/home/me/x /home/me/y /home/me/z /home/me/w $HOME"]),
        ("HOME=/tmp; $HOME/x", ["", "…HOME"]), ("./$x \"$1\" ${y:-z}", ["./…x …1 …y"]), ("X=1 Y=2 run", ["run"]),
        ("a > out 2>&1 < in 3<&- &> all", ["a"]), ("echo $(./inner x) done", ["./inner x", "echo … done"]),
        ("echo `./inner \\`./deep\\``", ["./deep", "./inner …", "echo …"]), ("(cd x; ./y)", ["cd x", "./y"]),
        ("if ./a; then ./b; else ./c; fi", ["./a", "./b", "./c"]), ("while ! ./a; do ./b; done", ["./a", "./b"]),
        ("for f in a b; do ./run $f; done", ["", "./run …f"]), ("f() { ./x; }; f", ["f", "./x", "f"]),
        ("case $x in a) ./b;; esac", ["a", "./b"]),
        ("a\\ b 'c d' \"e\\\"f\"", ["a b c d e\"f"]), ("a # b\nc", ["a", "c"]), ("ls *.sh {a,b} {} [x]", ["ls … … {} …"]),
        ("[ -f x ] && [[ -n y ]]", ["[ -f x ]", "[[ -n y ]]"]), ("cat <<E | ./x\n./no $(./yes)\nE\n./z", ["cat", "./x", "./yes", "./z"]),
        ("cat <<'E'\n$(./no)\nE\n", ["cat"]), ("diff <(./a) <(./b)", ["./a", "./b", "diff … …"]),
        ("echo $((x + 1)) $'a' $'\\x41'", ["echo …x a …"]),
        ("./a \\\n  b", ["./a b"]), ("\"unclosed", ["unclosed"]), ("$(", ["…"]), ("", []),
    ])
    func commandsAreFound(_ text: String, _ expected: [String]) {
        #expect(commands(text).filter { !$0.isEmpty } == expected.filter { !$0.isEmpty }, "\(commands(text))")
    }

    @Test func standardInputIsKnown() {
        let line = ShellLine("curl x | sh < file <<< text")
        #expect(line.commands.map(\.isPiped) == [false, true])
        #expect(line.commands.last?.inputs.compactMap(\.text) == ["file"] && line.inputTexts.compactMap(\.text) == ["text"])
    }

    /// A text that is nested deeper than anyone writes takes neither long nor the stack.
    @Test(arguments: ["(", "$(", "${", "`\\`", "\"$(", "$((", "<(", "{", "<<E\n", "'", "x=$x;"])
    func deepTextsAreRead(_ piece: String) {
        let line = ShellLine(String(repeating: piece, count: 4000))
        #expect(line.commands.count <= 4001)
    }
}
