import CUtf8proc

/// A general category of Unicode, by the numbers of utf8proc, which keeps kin together.
struct UnicodeCategory {
    private let value: UInt32

    init(of scalar: UInt32) {
        value = utf8proc_category(Int32(bitPattern: scalar)).rawValue
    }

    /// Upper or title case.
    var isUpper: Bool { isIn(UTF8PROC_CATEGORY_LU) || isIn(UTF8PROC_CATEGORY_LT) }
    var isLetter: Bool { isIn(UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO) }
    var isMark: Bool { isIn(UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME) }
    var isNumber: Bool { isIn(UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO) }
    var isLetterNumber: Bool { isIn(UTF8PROC_CATEGORY_NL) }
    var isPunctuation: Bool { isIn(UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO) }
    var isDash: Bool { isIn(UTF8PROC_CATEGORY_PD) }
    /// Separators and control characters.
    var isSpace: Bool { isIn(UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_CC) }

    private func isIn(_ category: utf8proc_category_t) -> Bool { value == category.rawValue }

    private func isIn(_ first: utf8proc_category_t, _ last: utf8proc_category_t) -> Bool {
        value >= first.rawValue && value <= last.rawValue
    }
}
