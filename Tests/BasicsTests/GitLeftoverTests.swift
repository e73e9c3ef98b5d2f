import Testing

@testable import SubdialBasics

@Suite struct GitLeftoverTests {
    @Test(
        arguments: [
            ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", true, GitLeftover.pointer),
            ("version https://git-lfs.github.com/spec/v1\n", false, .pointer),
            ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n", true, .conflict(line: 2)),
            ("a\r\n<<<<<<< HEAD\r\nb\r\n=======\r\n>>>>>>> main\r\n", true, .conflict(line: 2)),
            ("<<<<<<< HEAD\n>>>>>>> main\n", false, nil),
            (">>>>>>> main\n<<<<<<< HEAD\n", true, nil),
            ("<<<<<<<< eight\n>>>>>>>> eight\n", true, nil),
            ("a <<<<<<< b\n>>>>>>> c\n", true, nil),
            ("", true, nil),
        ] as [(String, Bool, GitLeftover?)])
    func isFound(text: String, isText: Bool, expected: GitLeftover?) {
        #expect(GitLeftover(text.utf8, isText: isText) == expected)
    }
}
