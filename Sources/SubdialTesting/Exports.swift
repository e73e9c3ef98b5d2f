// One import provides all types that tests use: entries, looks, and the comparison of pictures.

@_exported import struct Feeds.FeedSettings
@_exported import enum Layout.Axis
@_exported import enum Layout.ColorScheme
@_exported import enum Layout.FontDesign
@_exported import enum Layout.FontWeight
@_exported import enum Layout.HorizontalAlignment
@_exported import enum Layout.LayoutDirection
@_exported import enum Layout.TextStyle
@_exported import enum Layout.VerticalAlignment
@_exported import struct Snapshots.PictureLimits
@_exported import enum Snapshots.PixelSensitivity
@_exported import enum Snapshots.RecordMode
@_exported import struct Snapshots.SnapshotPanel
@_exported import struct Snapshots.WindowLimit
@_exported import enum Templates.GaugeStyle
@_exported import enum Templates.LevelUnit
@_exported import struct Timeline.Entry
@_exported import enum Widgets.Appearance
@_exported import enum Widgets.Redaction
@_exported import enum Widgets.RenderingMode
@_exported import enum Widgets.TypeSize
@_exported import enum Widgets.WidgetFamily
@_exported import enum Widgets.WidgetPlacement
