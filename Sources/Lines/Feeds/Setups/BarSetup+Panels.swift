extension BarSetup {
    /// Desktop panels, and Conky.
    static let panels = [
        BarSetup(
            "genmon", place: "the properties of Xfce's Generic Monitor",
            text: """
                Command: subdial feed --once --format genmon --width 50 --art-size 24
                Label: off
                Period (s): 1
                """),
        BarSetup(
            "argos", place: "an executable file ~/.config/argos/subdial.r.2s.sh",
            text: """
                #!/bin/sh
                exec subdial feed --once --format argos --width 40
                """),
        BarSetup(
            "kargos", place: "the settings of Plasma's Kargos widget",
            text: """
                Command line or executable path: subdial feed --once --format kargos --width 40
                Interval in seconds: 2
                """),
        BarSetup(
            "conky", place: "conky.text in ~/.config/conky/conky.conf", text: "${execi 1 subdial feed --once --format plain --width 60}"),
    ]
}
