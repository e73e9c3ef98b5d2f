import Foundation
import SubdialSwiftUI
import SubdialWidgetKit

/// An entry of the weather, as its file has it.
struct WeatherEntry: TimelineEntry, Decodable {
    struct Hour: Decodable {
        let at: Date
        let temperature: Double
        let symbol, condition, sky: String
    }

    let date: Date
    let place, zone, symbol, condition, sky: String
    let temperature, low, high: Double
    let next: [Hour]

    /// The first hour of other weather: rain in place of dry hours, or the reverse.
    var change: Hour? {
        let wet: Set = ["rain", "snow", "storm"]
        return next.first { wet.contains($0.sky) != wet.contains(sky) }
    }
}

/// The square of the weather.
struct WeatherSquare: View {
    let entry: WeatherEntry

    var body: some View {
        ViewThatFits(in: .vertical) {
            VStack(alignment: .leading, spacing: 0) {
                place
                temperature.padding(.top, -4).padding(.bottom, -6)
                Spacer(minLength: 0)
                SizedSymbol(entry.symbol, height: 21).padding(.bottom, 4)
                condition
                Text("H:\(entry.high.degrees)  L:\(entry.low.degrees)")
                    .font(.caption.weight(.semibold))
                    .lineLimit(1)
                    .minimumScaleFactor(0.6)
            }
            VStack(alignment: .leading, spacing: 0) {
                place
                Spacer(minLength: 0)
                HStack {
                    temperature.padding(.top, -4).padding(.bottom, -6)
                    Spacer(minLength: 4)
                    SizedSymbol(entry.symbol, height: 28)
                }
                Spacer(minLength: 0)
                condition
            }
            VStack(alignment: .leading, spacing: 0) {
                HStack {
                    temperature
                    Spacer(minLength: 4)
                    SizedSymbol(entry.symbol, height: 28)
                }
                Spacer(minLength: 0)
                place
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
        .foregroundStyle(.white)
        .symbolRenderingMode(.multicolor)
        .containerBackground(
            LinearGradient(
                colors: [
                    Color(red: 0x2C / 255, green: 0x5F / 255, blue: 0x94 / 255),
                    Color(red: 0x44 / 255, green: 0x69 / 255, blue: 0x90 / 255),
                ], startPoint: .top, endPoint: .bottom), for: .widget)
    }

    private var place: some View {
        Text(entry.place).font(.subheadline.weight(.semibold)).lineLimit(1).minimumScaleFactor(0.7)
    }

    private var temperature: some View {
        Text(entry.temperature.degrees)
            .font(.system(size: 44, weight: .light))
            .monospacedDigit()
            .lineLimit(1)
            .minimumScaleFactor(0.5)
    }

    private var condition: some View {
        Text(entry.condition).font(.caption.weight(.semibold)).lineLimit(2).minimumScaleFactor(0.6)
    }
}

/// The weather in words, on the lock screen.
struct WeatherRectangle: View {
    let entry: WeatherEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 1) {
            HStack(spacing: 5) {
                Image(systemName: entry.symbol).symbolRenderingMode(.multicolor)
                Text("\(entry.temperature.degrees) \(entry.condition)").minimumScaleFactor(0.8)
            }
            .font(.headline)
            .widgetAccentable()
            ViewThatFits(in: .horizontal) {
                if let hour = entry.change {
                    Text("\(hour.condition) at \(hour.at.formatted("HH:mm", entry.zone))")
                }
                Text(entry.place)
            }
            .font(.subheadline)
            Text("H:\(entry.high.degrees)  L:\(entry.low.degrees)").font(.subheadline).foregroundStyle(.secondary)
        }
        .lineLimit(1)
        .monospacedDigit()
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
    }
}

/// The temperature between the day's bounds, on the lock screen.
struct WeatherRing: View {
    let entry: WeatherEntry

    private static let colors = [(0x64, 0xD2, 0xFF), (0x7F, 0xDC, 0xA0), (0xFF, 0xD6, 0x0A), (0xFF, 0x9F, 0x0A)].map {
        Color(red: Double($0.0) / 255, green: Double($0.1) / 255, blue: Double($0.2) / 255)
    }

    var body: some View {
        Gauge(value: entry.temperature, in: entry.low...entry.high) {
            EmptyView()
        } currentValueLabel: {
            Text(entry.temperature.whole)
        } minimumValueLabel: {
            Text(entry.low.whole)
        } maximumValueLabel: {
            Text(entry.high.whole)
        }
        .gaugeStyle(.accessoryCircular)
        .tint(Gradient(colors: Self.colors))
        .widgetAccentable()
    }
}
