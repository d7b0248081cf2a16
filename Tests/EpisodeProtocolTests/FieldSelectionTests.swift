// The selection of everything is a constant in the code; it must stay what its name says.

import EpisodeModel
import Testing

@testable import EpisodeProtocol

@Suite struct `Field selections` {
    @Test func `all is every field of Episode and nothing else`() {
        #expect(FieldSelection.all == FieldSelection(EpisodeField.allCases))
    }
}
