import Foundation
import SubdialSwiftUI
import SubdialUIKit

/// Sources of apps that only have to compile: scenes, views of UIKit, canvases with filters, shapes of shapes, and styles that are views.
enum AppSources {
    struct Program: App {
        @State private var isOn = true
        @Environment(\.scenePhase) private var phase
        var body: some Scene {
            WindowGroup { Text("a") }.onChange(of: phase) {}
            if isOn { WindowGroup("b") { Text("b") } } else { Settings { Text("c") } }
            if #available(iOS 16, *) { Window("d", id: "d") { Text("d") } }
        }
    }

    struct Blur: UIViewRepresentable {
        var style: UIBlurEffect.Style
        func makeUIView(context: Context) -> UIVisualEffectView { UIVisualEffectView(effect: UIBlurEffect(style: style)) }
        func updateUIView(_ uiView: UIVisualEffectView, context: Context) { uiView.effect = UIBlurEffect(style: style) }
    }

    struct Controller: UIViewControllerRepresentable {
        @Binding var isShown: Bool
        func makeCoordinator() -> Coordinator { Coordinator(self) }
        func makeUIViewController(context: Context) -> UIViewController { UIViewController() }
        func updateUIViewController(_ controller: UIViewController, context: UIViewControllerRepresentableContext<Controller>) {}
        @MainActor class Coordinator: NSObject {
            let parent: Controller
            init(_ parent: Controller) { self.parent = parent }
        }
    }

    struct Wave: Shape {
        var width: CGFloat
        var height: CGFloat
        var animatableData: AnimatablePair<CGFloat, CGFloat> {
            get { AnimatablePair(width, height) }
            set { (width, height) = (newValue.first, newValue.second) }
        }
        func path(in rect: CGRect) -> Path { Path(rect).subtracting(Path(ellipseIn: rect)).normalized() }
    }

    struct Views: View {
        @Environment(\.colorScheme) private var scheme
        @ScaledMetric(relativeTo: .title) private var size: CGFloat = 3

        func check<Property: DynamicProperty>(_ property: Property) {}
        func check<Value: Animatable>(animated value: Value) {}
        func checkAll() {
            check(_scheme)
            check(_size)
            check(animated: Rectangle())
            check(animated: Wave(width: 1, height: 1))
            UISelectionFeedbackGenerator().selectionChanged()
        }

        var body: some View {
            let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
            Rectangle().overlay(gradient.blendMode(.overlay)).background(gradient.opacity(0.3))
            gradient.opacity(0.4)
            Circle().subtracting(Rectangle()).fill(.red)
            Circle().lineIntersection(Rectangle()).stroke(.red)
            Text("a").animation(Animation.spring().delay(2)).animation(.interpolatingSpring(), value: size)
            Text("a").textScale(.secondary).glassEffect(.regular.tint(.red), in: .rect(cornerRadius: 4))
            Canvas { context, size in
                context.blendMode = .destinationIn
                context.addFilter(.blur(radius: 2))
                context.addFilter(.shadow(color: .black, radius: 2, x: 1, y: 1))
                context.clip(to: Path(ellipseIn: CGRect(origin: .zero, size: size)), options: .inverse)
                context.fill(Path(CGRect(origin: .zero, size: size)), with: .tiledImage(Image("a"), scale: 2))
                context.draw(context.resolve(Text("a")), at: .zero)
            }
        }
    }
}
