/// The length and the embedded cover of a music file: FLAC, MP3, M4A, Ogg Vorbis or Opus.
package struct MusicFile: Equatable, Sendable {
    /// The bytes of the embedded cover, usually a JPEG or PNG; nil if there is none.
    package let cover: [UInt8]?
    /// The duration in seconds; nil if unknown.
    package let length: Double?
}
