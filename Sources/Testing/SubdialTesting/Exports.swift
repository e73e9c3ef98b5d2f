// One import provides all types that tests use: entries, looks, and the comparison of pictures.
//
// Aliases would not do: under `MemberImportVisibility` their members, such as `.systemSmall`, would need imports of their modules. Nothing else in the
// package exports another module. What SwiftUI and WidgetKit have is theirs, so that a test which imports them too has one type of each name.

@_exported import struct SubdialKinds.FeedSettings
@_exported import enum SubdialSnapshots.ColorMetric
@_exported import struct SubdialSnapshots.PictureLimits
@_exported import enum SubdialSnapshots.PixelSensitivity
@_exported import enum SubdialSnapshots.RecordMode
@_exported import struct SubdialSnapshots.SnapshotPanel
@_exported import struct SubdialSnapshots.WindowLimit
@_exported import enum SubdialSwiftUI.ColorScheme
@_exported import enum SubdialSwiftUI.DynamicTypeSize
@_exported import enum SubdialSwiftUI.LayoutDirection
@_exported import enum SubdialTimeline.ActivityPresentation
@_exported import struct SubdialTimeline.Entry
@_exported import enum SubdialWidgetKit.WidgetFamily
@_exported import struct SubdialWidgetKit.WidgetRenderingMode
@_exported import enum SubdialWidgets.Redaction
@_exported import enum SubdialWidgets.WidgetPlacement
