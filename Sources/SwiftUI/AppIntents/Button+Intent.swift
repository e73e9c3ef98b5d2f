public import SubdialSwiftUI

extension TapAction {
    /// The tap that performs an intent.
    package init(performing intent: any AppIntent) { self.init(name: IntentParameters(of: intent).name, value: intent) }
}

// The tap region has the name of the intent's type with the values of its parameters.

extension Button {
    nonisolated public init<I: AppIntent>(intent: I, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: TapAction(performing: intent), label: label)
    }

    nonisolated public init<I: AppIntent>(role: ButtonRole?, intent: I, @ViewBuilder label: () -> Label) {
        self.init(role: role, action: TapAction(performing: intent), label: label)
    }
}

extension Button where Label == Text {
    nonisolated public init<I: AppIntent>(_ titleKey: LocalizedStringKey, intent: I) { self.init(intent: intent) { Text(titleKey) } }

    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, I: AppIntent>(_ title: S, intent: I) { self.init(intent: intent) { Text(title) } }

    @_disfavoredOverload
    nonisolated public init<I: AppIntent>(_ title: LocalizedStringResource, intent: I) { self.init(intent: intent) { Text(title) } }

    nonisolated public init<I: AppIntent>(_ titleKey: LocalizedStringKey, role: ButtonRole?, intent: I) {
        self.init(role: role, intent: intent) { Text(titleKey) }
    }

    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, I: AppIntent>(_ title: S, role: ButtonRole?, intent: I) {
        self.init(role: role, intent: intent) { Text(title) }
    }
}

extension Button where Label == SubdialSwiftUI.Label<Text, Image> {
    nonisolated public init<I: AppIntent>(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: I, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(role: role, intent: intent) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, I: AppIntent>(
        _ title: S, systemImage: String, role: ButtonRole? = nil, intent: I, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(role: role, intent: intent) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }
}

extension Toggle {
    nonisolated public init<I: AppIntent>(isOn: Bool, intent: I, @ViewBuilder label: () -> Label) {
        self.init(isOn: isOn, action: TapAction(performing: intent), label: label)
    }
}

extension Toggle where Label == Text {
    nonisolated public init<I: AppIntent>(_ titleKey: LocalizedStringKey, isOn: Bool, intent: I) {
        self.init(isOn: isOn, intent: intent) { Text(titleKey) }
    }

    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, I: AppIntent>(_ title: S, isOn: Bool, intent: I) {
        self.init(isOn: isOn, intent: intent) { Text(title) }
    }

    @_disfavoredOverload
    nonisolated public init<I: AppIntent>(_ title: LocalizedStringResource, isOn: Bool, intent: I) {
        self.init(isOn: isOn, intent: intent) { Text(title) }
    }
}

extension Toggle where Label == SubdialSwiftUI.Label<Text, Image> {
    nonisolated public init<I: AppIntent>(
        _ titleKey: LocalizedStringKey, systemImage: String, isOn: Bool, intent: I, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(isOn: isOn, intent: intent) { SubdialSwiftUI.Label(titleKey, systemImage: systemImage, file: file, line: line) }
    }

    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, I: AppIntent>(
        _ title: S, systemImage: String, isOn: Bool, intent: I, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(isOn: isOn, intent: intent) { SubdialSwiftUI.Label(title, systemImage: systemImage, file: file, line: line) }
    }
}
