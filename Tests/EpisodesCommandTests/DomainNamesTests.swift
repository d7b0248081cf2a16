// Purpose: what people call a domain.
import CommandLineKit
import EpisodeModel
import Testing

@testable import episodes

struct DomainNamesTests {
    private static let names: DomainNames = {
        var ios = Domain(id: 1, name: "iOS & Swift")
        ios.slug = "ios"
        var android = Domain(id: 2, name: "Android & Kotlin")
        android.slug = "android"
        return DomainNames([
            ios, android, Domain(id: 7, name: "Twins"), Domain(id: 8, name: "twins"),
        ])
    }()

    @Test(arguments: [
        ("ios", [1]), ("iOS & Swift", [1]), ("IOS & SWIFT", [1]), ("Android", [2]),
        ("twins", [7, 8]),
    ])
    func `slug and name are found without regard to case`(text: String, ids: [UInt32]) throws {
        #expect(try Self.names.ids(text) == ids)
    }

    @Test func `a number is an id, known or not`() throws {
        #expect(try DomainNames.id("999") == 999)
        #expect(try DomainNames.id("ios") == nil)
        #expect(throws: UsageError.self) { try DomainNames.id("4294967296") }
    }

    @Test func `an unknown name lists what there is and the nearest`() {
        let error = #expect(throws: UsageError.self) { try Self.names.ids("andriod") }
        #expect(
            error?.message
                == "--domain: there is no domain 'andriod'; did you mean 'android'? "
                + "(there are: 1 ios, 2 android, 7 Twins, 8 twins)")
        let empty = #expect(throws: UsageError.self) { try DomainNames([]).ids("x") }
        #expect(
            empty?.message
                == "--domain: there is no domain 'x' (the catalogue has no domains)")
    }
}
