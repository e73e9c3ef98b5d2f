/// The parts of a text for a shell in which the shell evaluates the value of a variable once more.
///
/// In arithmetic, bash, zsh and ksh evaluate a value such as `a[$(command)]`, which runs the command; `${!name}` and `@P` expand a value again.
enum ShellEvaluation {
    /// The parts of a text, without those behind a comment.
    static func parts(of text: String) -> [Substring] {
        [
            // Arithmetic: $((…)), ((…)), $[…], and the offset of ${name:offset}, but not the name before it.
            /\(\((?s:.*?)\)\)/, /\$\[[^\]]*\]/, /:[^-=+?}:\/][^{}:]*(?::[^{}]*)?\}/,
            // Comparisons of numbers, and tests for variables, in [[ … ]].
            /\[\[[^\]]*\s-(?:eq|ne|lt|le|gt|ge|v|R)\s(?s:.*?)\]\]/,
            // Indirect names, other forms, and subscripts.
            /\$\{![^{}]*\}/, /\$\{[^{}]*@[A-Za-z]\}/, /\$\{\([^)]*\)[^{}]*\}/, /\$?\{?[A-Za-z_][A-Za-z_0-9]*\[[^\]]*\]/,
            // Commands whose arguments are names or arithmetic.
            /\b(?:let|printf\s+-v|test\s+-v|(?:declare|typeset|local|integer|readonly|export)\s+-[A-Za-z]*[inA][A-Za-z]*)\s[^;&|\n]*/,
        ].flatMap { (part: Regex<Substring>) in text.matches(of: part).map(\.output) }
    }

    /// The names of variables and positional parameters that a part mentions, with or without a dollar sign.
    static func names(in part: Substring) -> Set<String> {
        Set(part.matches(of: /[A-Za-z_][A-Za-z_0-9]*/).map { String($0.output) })
            .union(part.matches(of: /(?:\$\{?[!#]?|\))([0-9]+|[@*])/).map { String($0.output.1) })
    }
}
