/// The completion script for bash.
///
/// The script that swift-argument-parser writes has bash treat every completion as the name of a file: beside a folder of that name,
/// `subdial render weather` becomes `subdial render weather/`. Here, only names of files are.
enum BashCompletion {
    private static let all = "complete -o filenames -F _subdial subdial"
    private static let function = "__subdial_add_completions() {\n"

    /// The script with the correction; another text stays as it is.
    static func corrected(_ text: String) -> String {
        guard text.contains(all) else { return text }
        return text.replacing(all, with: "complete -F _subdial subdial").replacing(
            function,
            with: function + """
                    # Names of files are quoted, and those of folders end in a slash.
                    case " ${*}" in
                    *" -f"* | *" -d") compopt -o filenames ;;
                    esac

                """)
    }
}
