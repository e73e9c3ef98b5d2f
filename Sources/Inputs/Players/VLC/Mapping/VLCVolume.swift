import SubdialBasics
import SubdialPlayback

/// VLC's volume in per cent.
///
/// The scale ends at 100, as it does for the same player over MPRIS: VLC amplifies up to 200 %, which may distort. Only an absolute volume
/// can exceed 100.
enum VLCVolume {
    /// The raw VLC volume for 100 %.
    static let full = 256

    static let scale = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)

    /// Converts a raw VLC volume to per cent.
    ///
    /// Each whole per cent has its own raw volume, so that a round trip is lossless.
    static func percent(_ raw: Int) -> Double { (Double(raw) * 100 / Double(full)).rounded() }

    /// Converts per cent to a raw VLC volume.
    static func raw(_ percent: Double) -> Int { Int(saturating: (percent * Double(full) / 100).rounded()) }
}

extension VLCStatus {
    /// The volume; nil if VLC does not report it.
    ///
    /// While the player is muted, the value is the volume that unmuting restores.
    ///
    /// - Parameter mutedFrom: The raw VLC volume before Subdial muted the player; nil if it did not.
    func level(mutedFrom: Int?) -> Volume? {
        guard let volume else { return nil }
        let isMuted = volume == 0 && mutedFrom != nil
        return Volume(value: VLCVolume.percent(isMuted ? mutedFrom ?? 0 : volume), scale: VLCVolume.scale, isMuted: isMuted)
    }
}
