/// Character references of HTML that occur in descriptions.
///
/// Names and the remapping of 128 to 159 follow the HTML standard, section 13.5 and 13.2.5.80.
enum HTMLEntities {
    /// Longest reference that is looked at, `&` and `;` included.
    static let byteCountMaximum = 32

    /// The character of a reference, given without `&` and `;`; nil when there is none.
    static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard name.first == UInt8(ascii: "#") else {
            return named[String(decoding: name, as: UTF8.self)]
        }
        var digits = name.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        if isHexadecimal { digits.removeFirst() }
        guard !digits.isEmpty else { return nil }
        let radix: UInt32 = isHexadecimal ? 16 : 10
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = hexValue(byte), digit < radix else { return nil }
            value = min(value * radix + UInt32(digit), 0x11_0000)
        }
        if (128...159).contains(value) { return windows1252[Int(value) - 128] }
        // NUL and other control characters would be refused in a row; they show nothing anyway.
        if value < 32, value != 9, value != 10, value != 13 { return "\u{FFFD}" }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static let windows1252: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž",
        "\u{8F}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]

    private static let named: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…",
            "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
            "sbquo": "‚", "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "trade": "™",
            "euro": "€", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔",
            "le": "≤", "ge": "≥", "ne": "≠", "asymp": "≈", "infin": "∞", "minus": "−",
            "dagger": "†", "Dagger": "‡", "permil": "‰", "prime": "′", "Prime": "″",
            "oelig": "œ", "OElig": "Œ", "scaron": "š", "Scaron": "Š", "Yuml": "Ÿ",
            "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}",
            "zwj": "\u{200D}", "hearts": "♥", "check": "✓", "star": "☆", "pi": "π",
        ]
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            table[String(name)] = Unicode.Scalar(UInt8(160 + offset))
        }
        return table
    }()

    /// Names of U+00A0 to U+00FF, in order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
        deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
        iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave \
        Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
        Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml \
        divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}
