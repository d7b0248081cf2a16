internal import CSampleCatalog

extension CatalogSource {
    /// The sample catalogue that every program carries: a few hundred made-up episodes.
    ///
    /// - Throws: when there is no memory for it.
    public static func sample() throws(CatalogFault) -> CatalogSource {
        let name = "the sample catalogue"
        let descriptor = sample_catalog_open()
        guard descriptor >= 0 else { throw fault(name, -descriptor) }
        return CatalogSource(taking: descriptor, name: name, nameExtension: "json")
    }
}
