import SwiftUI
import WidgetKit

/// A square cover with rounded corners; without a picture, a gradient that is the same for an album each time.
struct CoverView: View {
    @Environment(\.widgetRenderingMode) private var renderingMode

    let track: Track
    var cornerRadius: CGFloat = 6
    /// True if the cover is darker while its track is paused.
    var dimsPaused = true

    var body: some View {
        Color.clear
            .aspectRatio(1, contentMode: .fit)
            .overlay { picture }
            .clipShape(RoundedRectangle(cornerRadius: cornerRadius, style: .continuous))
            .overlay {
                RoundedRectangle(cornerRadius: cornerRadius, style: .continuous).strokeBorder(.primary.opacity(0.1), lineWidth: 0.5)
            }
            .opacity(dimsPaused && !track.isPlaying ? 0.7 : 1)
            .accessibilityHidden(true)
    }

    @ViewBuilder private var picture: some View {
        if let image = track.cover?.image {
            desaturated(image.resizable()).scaledToFill()
        } else {
            ZStack {
                if renderingMode == .fullColor { LinearGradient(track: track) } else { Rectangle().fill(.quaternary) }
                // A symbol of 4/10 of the side, in every size.
                GeometryReader { geometry in
                    Image(systemName: "music.note")
                        .font(.system(size: geometry.size.width * 0.4, weight: .medium))
                        .foregroundStyle(renderingMode == .fullColor ? AnyShapeStyle(.white.opacity(0.85)) : AnyShapeStyle(.primary))
                        .frame(width: geometry.size.width, height: geometry.size.height)
                }
            }
        }
    }

    /// A cover in one colour keeps its light and shade where the system can draw it.
    @ViewBuilder private func desaturated(_ image: Image) -> some View {
        if #available(iOS 18.0, watchOS 11.0, *) {
            image.widgetAccentedRenderingMode(.desaturated)
        } else {
            image
        }
    }
}

extension LinearGradient {
    /// The colours of an album without a cover.
    init(track: Track) {
        // The process's own hash is another one each time.
        let hash = "\(track.artist)/\(track.album)".utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let hue = Double(hash % 360) / 360
        self.init(
            colors: [
                Color(hue: hue, saturation: 0.55, brightness: 0.72),
                Color(hue: (hue + 0.09).truncatingRemainder(dividingBy: 1), saturation: 0.7, brightness: 0.42),
            ],
            startPoint: .topLeading, endPoint: .bottomTrailing)
    }
}
