/// What a field measures, in the words of Home Assistant's device classes.
package enum FieldClass: String, Hashable, Sendable, CaseIterable {
    case apparentPower = "apparent_power"
    case aqi
    case area
    case atmosphericPressure = "atmospheric_pressure"
    case battery
    case batteryCharging = "battery_charging"
    case carbonDioxide = "carbon_dioxide"
    case carbonMonoxide = "carbon_monoxide"
    case cold, connectivity, current
    case dataRate = "data_rate"
    case dataSize = "data_size"
    case distance, door, duration, energy
    case energyStorage = "energy_storage"
    case frequency
    case garageDoor = "garage_door"
    case gas, heat, humidity, illuminance, irradiance, light, lock, moisture, monetary, motion, moving
    case nitrogenDioxide = "nitrogen_dioxide"
    case occupancy, opening, ozone, ph, plug, pm1, pm10, pm25, power
    case powerFactor = "power_factor"
    case precipitation
    case precipitationIntensity = "precipitation_intensity"
    case presence, pressure, problem, running, safety
    case signalStrength = "signal_strength"
    case smoke, sound
    case soundPressure = "sound_pressure"
    case speed
    case sulphurDioxide = "sulphur_dioxide"
    case tamper, temperature, update, vibration, voltage, volume
    case volumeFlowRate = "volume_flow_rate"
    case volumeStorage = "volume_storage"
    case water, weight
    case windDirection = "wind_direction"
    case windSpeed = "wind_speed"
    case window

    /// The classes of fields that are true or false.
    private static let ofFlags: Set<FieldClass> = [
        .battery, .batteryCharging, .carbonMonoxide, .cold, .connectivity, .door, .garageDoor, .gas, .heat, .light, .lock, .moisture,
        .motion, .moving, .occupancy, .opening, .plug, .power, .presence, .problem, .running, .safety, .smoke, .sound, .tamper, .update,
        .vibration, .window,
    ]

    /// The units of each class of numbers; empty for numbers without a unit.
    private static let units: [FieldClass: [String]] = [
        .apparentPower: ["VA"], .aqi: [], .area: ["m²", "cm²", "mm²", "km²", "ha", "ac", "ft²", "in²", "mi²", "yd²"],
        .atmosphericPressure: pressures, .battery: ["%"], .carbonDioxide: ["ppm"], .carbonMonoxide: ["ppm"], .current: ["A", "mA"],
        .dataRate: [
            "B/s", "kB/s", "MB/s", "GB/s", "KiB/s", "MiB/s", "GiB/s", "bit/s", "kbit/s", "Mbit/s", "Gbit/s",
        ],
        .dataSize: ["B", "kB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "PiB", "bit", "kbit", "Mbit", "Gbit"],
        .distance: ["m", "mm", "cm", "km", "ft", "in", "mi", "nmi", "yd"], .duration: ["s", "ms", "min", "h", "d"],
        .energy: energies, .energyStorage: energies, .frequency: ["Hz", "kHz", "MHz", "GHz"], .gas: ["m³", "ft³"], .humidity: ["%"],
        .illuminance: ["lx"], .irradiance: ["W/m²"], .moisture: ["%"], .nitrogenDioxide: ["µg/m³"], .ozone: ["µg/m³"], .ph: [],
        .pm1: ["µg/m³"], .pm10: ["µg/m³"], .pm25: ["µg/m³"], .power: ["W", "mW", "kW", "MW", "GW"], .powerFactor: ["%"],
        .precipitation: ["mm", "cm", "in"], .precipitationIntensity: ["mm/h", "mm/d", "in/h", "in/d"], .pressure: pressures,
        .signalStrength: ["dBm", "dB"], .soundPressure: ["dB", "dBA"], .speed: speeds, .sulphurDioxide: ["µg/m³"],
        .temperature: ["°C", "°F", "K"], .voltage: ["V", "mV", "kV", "µV"], .volume: volumes, .volumeFlowRate: ["m³/h", "L/min", "mL/s"],
        .volumeStorage: volumes, .water: ["m³", "L", "ft³", "gal"], .weight: ["kg", "g", "mg", "µg", "lb", "oz", "st"],
        .windDirection: ["°"], .windSpeed: speeds,
    ]

    private static let pressures = ["hPa", "Pa", "kPa", "bar", "mbar", "cbar", "inHg", "mmHg", "psi"]
    private static let energies = ["kWh", "Wh", "MWh", "J", "kJ", "MJ", "GJ", "cal", "kcal"]
    private static let speeds = ["m/s", "km/h", "mph", "kn", "ft/s", "mm/s"]
    private static let volumes = ["m³", "L", "mL", "ft³", "gal"]

    /// The class that most values of a unit have; for other units, only the author knows it.
    private static let ofUnits: [FieldClass] = [
        .current, .dataRate, .dataSize, .duration, .energy, .frequency, .illuminance, .irradiance, .power, .pressure, .temperature,
        .voltage,
    ]

    /// The class that a unit implies; nil for a unit of several classes, such as `%`.
    package init?(unit: String) {
        if unit == "dBm" {
            self = .signalStrength
            return
        }
        guard let known = Self.ofUnits.first(where: { Self.units[$0]?.contains(unit) == true }) else { return nil }
        self = known
    }

    /// True if a field that is true or false can have the class.
    package var isForFlags: Bool { Self.ofFlags.contains(self) }

    /// True if a number can have the class.
    package var isForNumbers: Bool { self == .monetary || Self.units[self] != nil }

    /// True if a number with the unit can have the class; money has any unit.
    package func allows(_ unit: String?) -> Bool {
        guard self != .monetary else { return unit != nil }
        guard let units = Self.units[self] else { return false }
        return unit.map(units.contains) ?? units.isEmpty
    }

    /// The units for messages: `°C, °F, K`.
    package var unitNames: String { Self.units[self]?.joined(separator: ", ") ?? "" }

    /// True if the numbers are those of a meter, which only increase until it begins anew.
    package var isMeter: Bool { [.energy, .gas, .volume, .water].contains(self) }
}

extension EntryField {
    /// The unit in which people read the number: that of the type if the field has none of its own; nil for none.
    package var measuredUnit: String? {
        switch type {
        case .ratio: "%"
        case .duration, .clock: "s"
        default: unit
        }
    }
}

extension FieldType {
    /// True if the values are numbers for people.
    package var isNumeric: Bool {
        switch self {
        case .number, .integer, .ratio, .duration, .clock: true
        default: false
        }
    }
}
