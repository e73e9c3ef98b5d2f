/// Commented templates as a starting point.
public enum TemplateStarter {
    /// The form of a family's template.
    public enum Form: Sendable {
        /// A cover with texts beside it.
        case wide
        /// A cover with texts below it.
        case tall
        /// A ring around a symbol.
        case round
        /// Lines of text.
        case lines
    }

    /// The starter template for families of that form.
    public static func text(_ form: Form) -> String {
        switch form {
        case .wide: header + wide
        case .tall: header + tall
        case .round: header + round
        case .lines: header + lines
        }
    }

    private static let header = """
        # A template of Subdial: a tree of views in SwiftUI's words.
        #
        #   subdial template check FILE          tells what is wrong, with line and column
        #   subdial render --template FILE …     draws it
        #   subdial template schema > s.json     lets an editor complete and check:
        # yaml-language-server: $schema=s.json

        """

    private static let wide = """
        # The ground: a colour, a gradient, or what an expression comes to. This one is the cover's own colour.
        background: "{{ palette.background }}"

        # One element, or a list of elements, which is a VStack's.
        body:
          HStack:
            # The cover of what plays; a note on a coloured ground where there is none.
            - Image: artwork
              placeholder: music.note
              renderingMode: fullColor
              aspectRatio: 1
              cornerRadius: concentric
            - VStack:
                # An expression stands between braces. Where nothing plays there is no title, and the zone's name takes its place.
                - Text: "{{ title ?? zone }}"
                  font: headline
                  lineLimit: 2
                  minimumScaleFactor: 0.8
                # Words in the language that is shown.
                - Text: "{{ stopped ? strings.nothing_playing : artist }}"
                  font: subheadline
                  foreground: secondary
                  lineLimit: 1
                - Spacer
                # Left out where the length is not known, as with a radio station.
                - Progress: "{{ progress }}"
                  if: "progress != null"
                  foreground: accent
              alignment: leading
              spacing: 2
              frame: { maxWidth: infinity, alignment: leading }
          spacing: 12

        """

    private static let round = """
        # One element, or a list of elements, which is a VStack's. Accessories have no ground of their own.
        body:
          ZStack:
            # A ring that fills as the track goes on; left out where the length is not known.
            - Progress: "{{ progress }}"
              if: "progress != null"
              style: circular
              lineWidth: 5
              # In tinted widgets it has the tint.
              accented: true
            # A symbol says what the zone does.
            - Image: "{{ playing ? 'play.fill' : paused ? 'pause.fill' : 'moon.fill' }}"
              symbolSize: 20

        """

    private static let tall = """
        # The ground: a colour, a gradient, or what an expression comes to. This one is the cover's own colour.
        background: "{{ palette.background }}"

        # One element, or a list of elements, which is a VStack's.
        body:
          VStack:
            # The cover of what plays; a note on a coloured ground where there is none.
            - Image: artwork
              placeholder: music.note
              renderingMode: fullColor
              aspectRatio: 1
              cornerRadius: concentric
            - Spacer: { minLength: 6 }
            # An expression stands between braces. Where nothing plays there is no title, and the zone's name takes its place.
            - Text: "{{ title ?? zone }}"
              font: headline
              lineLimit: 1
              minimumScaleFactor: 0.8
            # Words in the language that is shown.
            - Text: "{{ stopped ? strings.nothing_playing : artist }}"
              font: subheadline
              foreground: secondary
              lineLimit: 1
          alignment: leading
          spacing: 0
          frame: { maxWidth: infinity, alignment: leading }

        """

    private static let lines = """
        # One element, or a list of elements, which is a VStack's. Accessories have no ground of their own.
        body:
          VStack:
            - HStack:
                # A symbol says what the zone does.
                - Image: "{{ playing ? 'play.fill' : paused ? 'pause.fill' : 'moon.fill' }}"
                # Where nothing plays there is no title, and the zone's name takes its place.
                - Text: "{{ title ?? zone }}"
                  lineLimit: 1
              font: headline
              spacing: 5
            - Text: "{{ artist }}"
              if: "artist != null && family != 'accessoryInline'"
              font: subheadline
              foreground: secondary
              lineLimit: 1
          alignment: leading
          spacing: 1
          frame: { maxWidth: infinity, alignment: leading }

        """
}
