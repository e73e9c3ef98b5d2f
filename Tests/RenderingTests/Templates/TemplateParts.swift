import Foundation
import SubdialSwiftUI
import SubdialWidgetKit

/// A symbol of a height in points, whatever the font: what templates call `symbolSize`.
struct SizedSymbol: View {
    let name: String
    let height: Double

    init(_ name: String, height: Double) { (self.name, self.height) = (name, height) }

    var body: some View {
        Image(systemName: name).resizable().scaledToFit().frame(height: height)
    }
}

/// A bar of any height; that of `ProgressView` has 4 points.
struct BarStyle: ProgressViewStyle {
    let height: Double

    func makeBody(configuration: Configuration) -> some View {
        Capsule()
            .fill(Color.primary.opacity(0.16))
            .frame(height: height)
            .overlay(alignment: .leading) {
                GeometryReader { bar in
                    Capsule().fill(.tint).frame(width: bar.size.width * (configuration.fractionCompleted ?? 0))
                }
            }
    }
}

/// A cover as a square with the corners of the widget.
struct Cover: View {
    let path: String

    var body: some View {
        if let picture = UIImage(contentsOfFile: path) {
            Image(uiImage: picture)
                .resizable()
                .aspectRatio(1, contentMode: .fit)
                .clipShape(ContainerRelativeShape())
        }
    }
}

extension Date {
    /// The date in the pattern of a template, in English.
    func formatted(_ pattern: String, _ zone: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Foundation.Locale(identifier: "en_GB")
        formatter.timeZone = TimeZone(identifier: zone)
        formatter.dateFormat = pattern
        return formatter.string(from: self)
    }
}

extension Double {
    /// A temperature with its sign of degrees.
    var degrees: String { "\(whole)°" }

    /// The nearest whole number with the sign of minus.
    var whole: String { String(format: "%.0f", rounded()).replacingOccurrences(of: "-", with: "−") }
}
