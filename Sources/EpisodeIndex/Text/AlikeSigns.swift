/// Signs that readers take for the same and keyboards give in many forms.
enum AlikeSigns {
    static let apostrophe = UInt32(UInt8(ascii: "'"))
    static let quotationMark = UInt32(UInt8(ascii: "\""))

    /// The plain ASCII sign for a dash, quotation mark, apostrophe, slash or sharp sign.
    static func plain(_ scalar: UInt32) -> UInt32 { plain(scalar, UnicodeCategory(of: scalar)) }

    static func plain(_ scalar: UInt32, _ category: UnicodeCategory) -> UInt32 {
        switch scalar {
        case 0x2212: UInt32(UInt8(ascii: "-"))
        case 0x60, 0x2018, 0x2019, 0x2BC, 0x2BB: apostrophe
        case 0x201C...0x201F: quotationMark
        case 0x2044, 0x2215: UInt32(UInt8(ascii: "/"))
        case 0x266F: UInt32(UInt8(ascii: "#"))
        default: category.isDash ? UInt32(UInt8(ascii: "-")) : scalar
        }
    }
}
