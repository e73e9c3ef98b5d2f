// One import provides all types that tests use: entries, looks, and the comparison of pictures.
//
// Aliases would not do: under `MemberImportVisibility` their members, such as `.systemSmall`, would need imports of their modules. Nothing else in the
// package exports another module.

@_exported import struct SubdialKinds.FeedSettings
@_exported import enum SubdialLayout.Axis
@_exported import enum SubdialLayout.ColorScheme
@_exported import enum SubdialLayout.FontDesign
@_exported import enum SubdialLayout.FontWeight
@_exported import enum SubdialLayout.HorizontalAlignment
@_exported import enum SubdialLayout.LayoutDirection
@_exported import enum SubdialLayout.TextStyle
@_exported import enum SubdialLayout.VerticalAlignment
@_exported import struct SubdialSnapshots.PictureLimits
@_exported import enum SubdialSnapshots.PixelSensitivity
@_exported import enum SubdialSnapshots.RecordMode
@_exported import struct SubdialSnapshots.SnapshotPanel
@_exported import struct SubdialSnapshots.WindowLimit
@_exported import enum SubdialTemplates.GaugeStyle
@_exported import enum SubdialTemplates.LevelUnit
@_exported import enum SubdialTimeline.ActivityPresentation
@_exported import struct SubdialTimeline.Entry
@_exported import enum SubdialWidgets.Appearance
@_exported import enum SubdialWidgets.Redaction
@_exported import enum SubdialWidgets.RenderingMode
@_exported import enum SubdialWidgets.TypeSize
@_exported import enum SubdialWidgets.WidgetFamily
@_exported import enum SubdialWidgets.WidgetPlacement
