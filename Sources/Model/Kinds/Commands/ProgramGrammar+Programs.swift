extension ProgramGrammar {
    /// The programs whose arguments are more than data.
    static let all: [ProgramGrammar] = shells + interpreters + wrappers + others + readers

    private static let shells: [ProgramGrammar] = [
        ProgramGrammar(
            "sh ash bash dash zsh ksh mksh oksh pdksh lksh yash rbash posh hush csh tcsh elvish", .script(after: 0), .shell,
            library: "--rcfile --init-file", value: "-o -O +o +O", more: ["-c": .inline, "-s": .input]),
        ProgramGrammar("fish", .script(after: 0), .shell, text: "-c --command -C --init-command", value: "-d -D -f --debug --features"),
        ProgramGrammar("nu", .script(after: 0), .shell, text: "-c --commands -e --execute", library: "--config --env-config", value: "-I"),
        ProgramGrammar("xonsh", .script(after: 0), .shell, text: "-c", library: "--rc", value: "-D"),
        ProgramGrammar(
            "pwsh powershell", .script(after: 0), .shell, text: "-c -Command -EncodedCommand -e", file: "-f -File", endsAtText: true),
        // Commands of shells that run their arguments.
        ProgramGrammar("eval", .line(after: 0), .shell),
        ProgramGrammar("trap", .text(after: 0), .shell),
        ProgramGrammar(". source", .script(after: 0), .shell),
        ProgramGrammar("exec", .command(after: 0), value: "-a"),
        ProgramGrammar("command builtin coproc time noglob nocorrect", .command(after: 0), value: "-f -o"),
    ]

    private static let interpreters: [ProgramGrammar] = [
        ProgramGrammar(
            "python pythonw pypy ipython jython micropython", .script(after: 0), .python, text: "-c",
            value: "-W -X --check-hash-based-pycs",
            more: ["-m": .module], endsAtText: true),
        ProgramGrammar(
            "perl", .script(after: 0), .perl, text: "-e -E", library: "-I",
            more: ["-M -m -d": .suffix, "-i -F -x -C -D -V": .rest]),
        ProgramGrammar(
            "ruby jruby truffleruby", .script(after: 0), .ruby, text: "-e", library: "-r -I", value: "-E",
            more: ["-C -X": .folder, "-i -F -x -K -W -T": .rest]),
        ProgramGrammar(
            "node nodejs", .script(after: 0), .node, text: "-e -p -pe --eval --print",
            library: "-r --require --import --loader --experimental-loader", value: "-C --conditions --env-file --input-type --title"),
        ProgramGrammar(
            "bun", .subcommands(["run": .script(after: 0), "x": .command(after: 0)]), .node, text: "-e -p --eval --print",
            library: "-r --preload"),
        ProgramGrammar(
            "deno", .subcommands(["eval": .text(after: 0), "run": .script(after: 0), "repl": .arguments]), .node, text: "--eval",
            library: "-c --config"),
        ProgramGrammar(
            "php", .script(after: 0), .php, text: "-r -R -B -E --run", file: "-f -F --file", library: "-c", value: "-d -S -t -z"),
        ProgramGrammar(
            "awk gawk mawk nawk goawk", .text(after: 0), .awk, text: "-e --source", file: "-f -E --file --exec",
            library: "-i -l --include --load", value: "-F -v --assign --field-separator"),
        ProgramGrammar(
            "sed gsed", .text(after: 0), .filter, text: "-e --expression", file: "-f --file", value: "--line-length",
            more: ["-i -l": .rest], permutes: true),
        ProgramGrammar(
            "jq gojq jaq", .text(after: 0), .jq, file: "-f --from-file", library: "-L", value: "--indent",
            more: ["--arg --argjson --slurpfile --rawfile --argfile": .pair], permutes: true),
        ProgramGrammar("lua luajit luau texlua", .script(after: 0), text: "-e", library: "-l"),
        ProgramGrammar("expect", .script(after: 0), text: "-c", file: "-f -b"),
        ProgramGrammar("osascript", .script(after: 0), text: "-e", value: "-l -s"),
        ProgramGrammar("tclsh wish", .script(after: 0), value: "-encoding"),
        ProgramGrammar("guile gjs qjs mujs", .script(after: 0), text: "-c -e --eval --command --expression", library: "-l -s"),
        ProgramGrammar(
            "Rscript R julia octave ghc scala groovy clojure clj racket elixir raku sbcl clisp crystal swift gnuplot ocaml dc erl kotlin",
            .script(after: 0),
            text: "-e -E --eval --expression --execute -eval", file: "-f --file --script", library: "-l -r -L --load"),
        ProgramGrammar("java", .script(after: 0), file: "-jar", library: "-cp -classpath --class-path -javaagent"),
    ]

    /// Programs that run the command among their arguments.
    private static let wrappers: [ProgramGrammar] = [
        ProgramGrammar("env", .command(after: 0), value: "-u --unset", more: ["-S --split-string": .split, "-C --chdir": .folder]),
        ProgramGrammar(
            "sudo sudo-rs run0", .command(after: 0), value: "-u -g -h -p -r -t -T -U -C --user --group --host --prompt --role --type",
            more: ["-D -R --chdir --chroot": .folder]),
        ProgramGrammar("doas pkexec setpriv", .command(after: 0), value: "-u -C --user"),
        ProgramGrammar(
            "runuser", .command(after: 0), .shell, text: "-c --command --session-command", value: "-u -g -G -s -w --user --group --shell"),
        ProgramGrammar(
            "su", .script(after: 1), .shell, text: "-c --command --session-command", library: "-s --shell", value: "-g -G -w",
            more: ["-": .rest], permutes: true),
        ProgramGrammar(
            "nohup setsid busybox toybox dbus-run-session fakeroot catchsegv firejail flatpak-spawn gamemoderun", .command(after: 0)),
        ProgramGrammar("nice ionice", .command(after: 0), value: "-n -c -p --adjustment --class --classdata"),
        ProgramGrammar("stdbuf", .command(after: 0), value: "-i -o -e --input --output --error"),
        ProgramGrammar("timeout", .command(after: 1), value: "-s -k --signal --kill-after"),
        ProgramGrammar("chrt taskset gosu su-exec faketime", .command(after: 1), value: "-T -P -D"),
        ProgramGrammar("chroot", .command(after: 1)),
        ProgramGrammar(
            "xargs", .command(after: 0), value: "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --replace"),
        ProgramGrammar("unshare nsenter systemd-inhibit", .command(after: 0), value: "-t -S -G --target"),
        ProgramGrammar("systemd-run", .command(after: 0), value: "-p -u -M -E --property --unit --slice --machine --setenv"),
        ProgramGrammar("strace ltrace", .command(after: 0), value: "-e -o -p -s -u -E -P -a"),
        ProgramGrammar("xvfb-run", .command(after: 0), value: "-n -s -f -e --server-args"),
        ProgramGrammar("sshpass", .command(after: 0), value: "-p -f -d"),
        ProgramGrammar("flock", .command(after: 1), .shell, text: "-c --command", value: "-w -E --timeout", permutes: true),
        ProgramGrammar("watch", .line(after: 0), .shell, value: "-n --interval"),
        ProgramGrammar("parallel", .line(after: 0), .shell, value: "-j -a -S --jobs"),
        ProgramGrammar("npx bunx", .command(after: 0), .shell, text: "-c --call", value: "-p --package"),
        ProgramGrammar("uv poetry pipenv pdm hatch", .subcommands(["run": .command(after: 0)])),
        ProgramGrammar("bundle rbenv pyenv mise asdf", .subcommands(["exec": .command(after: 0)])),
        ProgramGrammar("prlimit chronic eatmydata proxychains proxychains4 torsocks systemd-cat ts", .command(after: 0)),
        ProgramGrammar("setarch linux32 linux64", .line(after: 0), .shell),
        ProgramGrammar("find", .find),
        ProgramGrammar("fd fdfind", .data, more: ["-x -X --exec --exec-batch": .command]),
        ProgramGrammar("xterm uxterm urxvt st konsole alacritty terminator", .arguments, more: ["-e": .command]),
    ]

    /// Programs that run some of their arguments, besides their own task.
    private static let others: [ProgramGrammar] = [
        ProgramGrammar(
            "ssh autossh dbclient", .line(after: 1), .remoteShell, text: "-o", library: "-F",
            value: "-B -b -c -D -E -e -I -i -J -L -l -m -M -p -Q -R -S -W -w", permutes: true),
        ProgramGrammar("tmux", .line(after: 1), .shell, text: "-c", library: "-f", value: "-L -S"),
        ProgramGrammar("hyprctl", .subcommands(["dispatch": .subcommands(["exec": .line(after: 0)])]), .shell),
        ProgramGrammar("swaymsg i3-msg", .subcommands(["exec": .line(after: 0)]), .shell, value: "-t -s"),
        ProgramGrammar("script", .arguments, .shell, text: "-c --command", value: "-o -E -T -I -O -B", permutes: true),
        ProgramGrammar("nix-shell", .arguments, .shell, text: "--run --command", value: "-p -A", permutes: true),
        ProgramGrammar("git", .arguments, text: "-c", more: ["-C": .folder]),
        ProgramGrammar("rsync", .arguments, .shell, text: "-e --rsh --rsync-path", permutes: true),
        ProgramGrammar("tar", .arguments, .shell, text: "-I --use-compress-program --to-command --checkpoint-action", permutes: true),
        ProgramGrammar("vim nvim vi ex view gvim", .arguments, text: "-c --cmd", library: "-S -u", permutes: true),
        ProgramGrammar("emacs emacsclient", .arguments, text: "-e -eval --eval --execute", library: "-l --load", permutes: true),
        ProgramGrammar("gdb lldb", .arguments, text: "-ex -o --eval-command", library: "-x -s", permutes: true),
        ProgramGrammar("make gmake", .arguments, text: "--eval", library: "-f --file", more: ["-C": .folder], permutes: true),
        ProgramGrammar(
            "sqlite3 duckdb", .texts(after: 1), .filter, text: "-cmd -c -s", library: "-init",
            value: "-separator -newline -nullvalue -vfs -mmap -maxsize"),
        ProgramGrammar(
            "psql", .arguments, .filter, text: "-c --command", library: "-f --file", value: "-h -p -U -d -o -F -R", permutes: true),
        ProgramGrammar("mysql mariadb", .arguments, .filter, text: "-e --execute --init-command", value: "-h -P -u -D", permutes: true),
        // The own program, with the commands that it runs after changes.
        ProgramGrammar("subdial subdial-engine", .arguments, .shell, text: "--on-art --on-update", permutes: true),
    ]

    /// Programs that only read and write the files among their arguments, whose changes are no changes of a program.
    private static let readers: [ProgramGrammar] = [
        ProgramGrammar(
            "[ basename base64 cat cksum cmp column comm cp csplit curl cut date df diff dirname du echo egrep expand expr exiftool fgrep "
                + "ffmpeg ffprobe file findmnt fmt fold grep gunzip gzip head hexdump iconv identify inotifywait install join journalctl last less "
                + "ln ls md5sum mkdir mktemp more mv nl notify-send od paste pr printf readlink realpath rev rm rmdir sensors seq sha1sum sha256sum "
                + "sha512sum shuf sleep stat strings sum tac tail tee test touch tr truncate uniq unzip wc xmllint xxd xzcat zcat zgrep zstdcat",
            .data),
        ProgramGrammar("bat rg sort split wget", .data, library: "--pager --pre --compress-program --filter --use-askpass", permutes: true),
    ]
}
