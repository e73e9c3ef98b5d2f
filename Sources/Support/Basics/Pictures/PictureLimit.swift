/// The size limit for encoded pictures, by whatever way they come in.
package enum PictureLimit {
    /// The maximum size of an encoded picture in bytes; decoders have further limits.
    package static let bytes = 32 << 20

    /// The reason for which a longer picture is refused before it is read to its end.
    package static let reason = "the picture has more than \(bytes >> 20) MiB"
}
