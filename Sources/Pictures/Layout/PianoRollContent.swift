/// Notes as bars: time runs to the right, and pitch upward.
public struct PianoRollContent: Hashable, Sendable {
    /// A note in the visible window.
    public struct Note: Hashable, Sendable {
        /// The start as a fraction of the window; below 0 if the note began before it.
        public var start: Double
        /// The duration as a fraction of the window.
        public var length: Double
        /// The MIDI note number; 60 is middle C.
        public var pitch: Int

        /// Creates a note.
        public init(start: Double, length: Double, pitch: Int) {
            self.start = start
            self.length = length
            self.pitch = pitch
        }
    }

    /// The notes of one colour, which are drawn together.
    public struct Voice: Hashable, Sendable {
        /// The colour.
        public var color: ColorName
        /// The notes in drawing order.
        public var notes: [Note]

        /// Creates a voice.
        public init(color: ColorName, notes: [Note]) {
            self.color = color
            self.notes = notes
        }
    }

    /// The visible notes, by colour.
    public var voices: [Voice]
    /// The pitches with a lane, the lowest at the bottom.
    public var pitches: ClosedRange<Int>
    /// The position of the playhead as a fraction of the window; nil for none.
    public var playhead: Double?
    /// The colour of the lanes of black keys, and of the line below each C.
    public var lanes: ColorName
    /// The colour of the playhead.
    public var color: ColorName

    /// Creates a piano roll.
    public init(
        _ voices: [Voice], pitches: ClosedRange<Int>, playhead: Double? = nil, lanes: ColorName = ColorName("fill", opacity: 0.6),
        color: ColorName = .primary
    ) {
        self.voices = voices
        self.pitches = pitches
        self.playhead = playhead
        self.lanes = lanes
        self.color = color
    }

    /// True for the pitches of black keys.
    public static func isBlackKey(_ pitch: Int) -> Bool { [1, 3, 6, 8, 10].contains(((pitch % 12) + 12) % 12) }
}
