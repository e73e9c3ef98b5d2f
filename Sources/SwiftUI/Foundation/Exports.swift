// What Apple's Foundation has and that of Linux keeps elsewhere or lacks, for files which import Foundation alone.
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import FoundationXML
@_exported import SubdialDarwin

@_exported import protocol SubdialSwiftUI.CustomLocalizedStringResourceConvertible
@_exported import class SubdialSwiftUI.DateComponentsFormatter
@_exported import struct SubdialSwiftUI.InlinePresentationIntent
@_exported import class SubdialSwiftUI.ListFormatter
@_exported import struct SubdialSwiftUI.LocalizedStringResource
@_exported import struct SubdialSwiftUI.MeasurementFormatUnitUsage
@_exported import class SubdialSwiftUI.MeasurementFormatter
@_exported import func SubdialSwiftUI.NSLocalizedString
@_exported import class SubdialSwiftUI.NSUbiquitousKeyValueStore
@_exported import let SubdialSwiftUI.NSUbiquitousKeyValueStoreAccountChange
@_exported import let SubdialSwiftUI.NSUbiquitousKeyValueStoreChangeReasonKey
@_exported import let SubdialSwiftUI.NSUbiquitousKeyValueStoreChangedKeysKey
@_exported import let SubdialSwiftUI.NSUbiquitousKeyValueStoreInitialSyncChange
@_exported import let SubdialSwiftUI.NSUbiquitousKeyValueStoreQuotaViolationChange
@_exported import let SubdialSwiftUI.NSUbiquitousKeyValueStoreServerChange
@_exported import class SubdialSwiftUI.PersonNameComponentsFormatter
@_exported import class SubdialSwiftUI.RelativeDateTimeFormatter
