/// The working memory that a search of a catalogue with changes needs beside that of its base.
final class LayerScratch {
    let removed = SearchScratch()
    let added = SearchScratch()
    /// The page while it is put together.
    var rows: [UInt32] = []
    var classes: [UInt8] = []
}
