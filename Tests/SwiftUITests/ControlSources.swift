import Foundation
import Observation
import SubdialCombine
import SubdialSwiftUI

/// Sources as apps write them, which only have to compile: state, controls, views of screens, and modifiers without an effect.
enum ControlSources {
    @MainActor class Model: ObservableObject {
        @Published var name = "a"
        @Published var items: [String] = []
        private var bag = Set<AnyCancellable>()
        init() {
            $name.debounce(for: .milliseconds(300), scheduler: RunLoop.main).removeDuplicates().sink { [weak self] in self?.items = [$0] }
                .store(in: &bag)
            $name.combineLatest($items).map { $0.0 + $0.1.joined() }.receive(on: DispatchQueue.main).sink { print($0) }.store(in: &bag)
            Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { _ in }.store(in: &bag)
        }
        func load() -> AnyPublisher<[Int], any Error> {
            URLSession.shared.dataTaskPublisher(for: URL(fileURLWithPath: "/x")).map(\.data).decode(
                type: [Int].self, decoder: JSONDecoder()
            ).eraseToAnyPublisher()
        }
    }
    @Observable final class Obs { var on = false; var text = "" }
    enum Kind: String, CaseIterable, Identifiable { case a, b; var id: String { rawValue } }
    struct Big: ButtonStyle {
        @Environment(\.isEnabled) private var isEnabled
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.padding().background(configuration.isPressed ? Color.red : .blue).scaleEffect(
                configuration.isPressed ? 0.9 : 1
            )
            .animation(.easeOut(duration: 0.2), value: configuration.isPressed)
        }
    }
    struct Vert: LabelStyle {
        func makeBody(configuration: Configuration) -> some View {
            VStack {
                configuration.icon; configuration.title
            }
        }
    }
    struct Check: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button {
                configuration.isOn.toggle()
            } label: {
                Label {
                    configuration.label
                } icon: {
                    Image(systemName: configuration.isOn ? "checkmark" : "circle")
                }
            }.buttonStyle(.plain)
        }
    }
    struct Ring: GaugeStyle {
        func makeBody(configuration: Configuration) -> some View {
            ZStack {
                Circle().trim(from: 0, to: configuration.value).stroke(.red, lineWidth: 4); configuration.currentValueLabel
            }
        }
    }
    struct Bar: ProgressViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            ProgressView(configuration).tint(.red).overlay { Text("\(configuration.fractionCompleted ?? 0)") }
        }
    }
    struct Screen: View {
        @State private var on = false
        @State var obs = Obs()
        @State private var text: String?
        @StateObject private var model = Model()
        @ObservedObject var given: Model
        @EnvironmentObject var shared: Model
        @AppStorage("k") private var k = 3
        @AppStorage("s", store: UserDefaults(suiteName: "g")) var s: String = "x"
        @AppStorage("o") var o: String?
        @AppStorage("kind") var kind: Kind = .a
        @SceneStorage("t") var t = ""
        @FocusState private var focus: Kind?
        @FocusState var isFocused: Bool
        @GestureState private var drag = CGSize.zero
        @Namespace private var ns
        @Binding var b: Bool
        @Environment(\.dismiss) private var dismiss
        @Environment(\.presentationMode) var mode
        @Environment(\.openURL) var openURL
        @Bindable var bind: Obs
        let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
            NavigationStack {
                Form {
                    Section("S") {
                        TextField("Name", text: $model.name).focused($isFocused).textFieldStyle(.roundedBorder)
                        TextField("Name", text: $bind.text).focused($focus, equals: .a).keyboardShortcut(.defaultAction)
                        Toggle("On", isOn: $on).toggleStyle(.switch).tint(.green)
                        Toggle(isOn: $bind.on) { Text("x") }.toggleStyle(Check())
                        Picker("P", selection: $kind) { ForEach(Kind.allCases) { Text($0.rawValue).tag($0) } }.pickerStyle(.segmented)
                        Slider(value: .constant(0.5), in: 0...1)
                        Stepper("n", value: $k, in: 0...10)
                        DatePicker("d", selection: .constant(.now), displayedComponents: .date)
                    }
                }
                List(["a", "b"], id: \.self) { Text($0).listRowSeparator(.hidden) }.listStyle(.plain)
                    .navigationTitle("T").navigationBarTitleDisplayMode(.inline)
                    .toolbar { ToolbarItem(placement: .topBarTrailing) { Button("Done") { dismiss() } } }
                    .toolbar { Button("x") {} }
            }
            .sheet(isPresented: $on) { Text("s").presentationDetents([.medium, .large]) }
            .alert("A", isPresented: $on) {
                Button("OK", role: .cancel) {}
            } message: {
                Text("m")
            }
            .alert(isPresented: $on) { Alert(title: Text("A"), message: Text("b"), dismissButton: .default(Text("OK"))) }
            .onAppear {
                on = true; model.name = "b"
            }
            .onChange(of: on) { print("x") }
            .onChange(of: on) { old, new in print(old, new) }
            .onChange(of: on) { new in print(new) }
            .onReceive(timer) { _ in on.toggle() }
            .task { await go() }
            .task(id: on) {}
            .onTapGesture { withAnimation { on.toggle() } }
            .gesture(DragGesture().updating($drag) { v, s, _ in s = v.translation }.onEnded { _ in })
            .matchedGeometryEffect(id: "x", in: ns)
            .transition(.opacity.combined(with: .scale))
            .transition(.asymmetric(insertion: .move(edge: .leading), removal: .opacity))
            .animation(.spring(response: 0.3, dampingFraction: 0.6).delay(0.1).repeatForever(autoreverses: false), value: on)
            .accessibilityElement(children: .combine).accessibilityLabel("x").accessibilityAddTraits([.isButton, .isHeader])
            .accessibilityLabel(Text("x")).accessibilityHidden(true).accessibilityValue(String(k))
            .sensoryFeedback(.success, trigger: on)
            .environmentObject(model)
            .contentShape(.rect).contentShape(Rectangle()).disabled(!on)
        }
        func go() async {}
    }
    struct Controls: View {
        var body: some View {
            VStack {
                Button("A") {}.buttonStyle(.borderedProminent).controlSize(.small).buttonBorderShape(.capsule)
                Button(action: {}) { Label("B", systemImage: "star") }.buttonStyle(Big())
                Button("C", systemImage: "trash", role: .destructive) {}.buttonStyle(.plain)
                Button(action: go) { Image(systemName: "play") }
                Link("L", destination: URL(fileURLWithPath: "/a"))
                Label("x", systemImage: "star").labelStyle(Vert())
                Label("x", systemImage: "star").labelStyle(.iconOnly)
                Label {
                    Text("a")
                } icon: {
                    Circle().frame(width: 4)
                }
                Gauge(value: 0.5) { Text("g") }.gaugeStyle(.accessoryCircular).tint(Gradient(colors: [.red, .green]))
                Gauge(value: 30, in: 0...100) {
                    Image(systemName: "star")
                } currentValueLabel: {
                    Text("30")
                } minimumValueLabel: {
                    Text("0")
                } maximumValueLabel: {
                    Text("9")
                }.gaugeStyle(Ring())
                Gauge(value: 3.0, in: 0...10, label: { Text("x") }, currentValueLabel: { Text("\(3)") }).gaugeStyle(
                    .accessoryLinearCapacity)
                ProgressView()
                ProgressView("t", value: 0.3)
                ProgressView(value: 3, total: 10).progressViewStyle(.linear).tint(.red)
                ProgressView(value: 0.4) {
                    Text("a")
                } currentValueLabel: {
                    Text("b")
                }.progressViewStyle(Bar())
                ProgressView(timerInterval: Date()...Date().addingTimeInterval(60), countsDown: false)
                ProgressView(timerInterval: Date()...Date().addingTimeInterval(60), countsDown: false) {
                    EmptyView()
                } currentValueLabel: {
                    EmptyView()
                }.progressViewStyle(.circular)
                TimelineView(.everyMinute) { context in Text(context.date, style: .time) }
                TimelineView(.periodic(from: .now, by: 1)) { c in Text(c.date.formatted()) }
                TimelineView(.animation) { _ in Color.red }
                LabeledContent("a", value: "b")
                Menu("M") { Button("x") {} }
                DisclosureGroup("d") { Text("x") }
            }
            ScrollView(.horizontal, showsIndicators: false) { HStack { Text("x") } }
            TabView { Text("a").tabItem { Label("x", systemImage: "star") } }
            NavigationLink("x", destination: Text("y"))
            NavigationLink {
                Text("d")
            } label: {
                Text("l")
            }
        }
        func go() {}
    }
    struct TheApp: App {
        @StateObject var model = Model()
        @Environment(\.scenePhase) var phase
        var body: some Scene { WindowGroup { Controls().environmentObject(model) }.onChange(of: phase) { _ in } }
    }
}
