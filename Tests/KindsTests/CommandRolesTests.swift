import SubdialKinds
import Testing

/// The roles of words in commands.
@Suite struct CommandRolesTests {
    private static let letters: [CommandPart.Role: String] = [
        .program: "P", .script: "S", .shellText: "T", .text: "t", .module: "M", .input: "I", .option: "O", .argument: "a", .operand: "o",
        .data: "d",
        .folder: "F",
    ]

    /// The roles of the words in order, a letter for each.
    private func roles(_ words: [String]) -> String {
        CommandRoles(words.map { CommandWord($0) }).parts.compactMap { Self.letters[$0.role] }.joined()
    }

    @Test(arguments: [
        ("./run -x file", "Paa"), ("bash fetch x", "PSa"), ("bash -e -o pipefail fetch", "PaaaS"), ("bash -c echo x", "PaTa"),
        ("bash --rcfile rc script", "PaSS"), ("bash", "PI"), ("sh -s x", "PaaI"), ("python3 -u -m mod x", "PaaMa"),
        ("python3 -c text x", "Pata"),
        ("perl -lne text file", "Pata"), ("node -r hook script x", "PaSSa"), ("awk -F : text file", "Paatd"), ("awk -f prog file", "PaSd"),
        ("sed -i.bak -e text file", "Paatd"), ("jq --arg n v text file", "Paaatd"), ("env -- A=b x y", "PaaPa"),
        ("env A=b bash fetch", "PaPS"),
        ("env -C dir ./x", "PaFP"), ("sudo -u me timeout -k 1 5 ./x y", "PaaPaaaPa"), ("xargs -n 1 ./x", "PaaP"), ("nice -n5 ./x", "PaP"),
        ("find . -name x -exec ./run {} ;", "PdddaPad"), ("find . -execdir sh -c text + -print", "PdaPaTdd"),
        ("flock lock -c text", "PaaT"),
        ("flock lock ./x y", "PaPa"), ("ssh -p 22 host a b", "Paaat"), ("watch -n 1 a b", "PaaT"), ("deno run -A x.ts y", "PaaSa"),
        ("docker exec box sh -c text x", "PaaPaTa"), ("docker exec box sh file", "Paaaa"), ("cat a b", "Pdd"), ("xterm -e ./x y", "PaPa"),
        ("make -C dir -f file all", "PaFaSa"), ("tar -I zstd -xf a", "PaTaa"), ("git -C dir -c text log", "PaFata"), (". ./lib x", "PSa"),
        ("exec ./x y", "PPa"), ("su - me script", "PaaS"), ("subdial feed --on-art text", "PaaT"), ("rg --pre ./x y", "PaSd"),
    ])
    func rolesAreKnown(_ line: String, _ expected: String) {
        #expect(roles(line.split(separator: " ").map(String.init)) == expected)
    }

    /// A text that `env` splits has the roles of its words.
    @Test func aSplitTextIsACommand() {
        let parts = CommandRoles(["env", "-S", "python3 -u", "script"].map { CommandWord($0) }).parts
        #expect(parts.map(\.role) == [.program, .argument, .program, .argument, .script])
        #expect(parts.map(\.index) == [0, 1, 2, 2, 3])
    }

    /// Neither many words nor many commands in each other take long.
    @Test(arguments: [["env"], ["sh"], ["find", "-exec"], ["env", "-S"], ["timeout", "5"], ["x", "sh"]])
    func longCommandsAreRead(_ words: [String]) {
        #expect(!roles((0..<2000).flatMap { _ in words }).isEmpty)
    }
}
