@_exported import SubdialSwiftUI
