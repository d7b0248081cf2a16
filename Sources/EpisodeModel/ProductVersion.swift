/// The version of the product, the same for all its programs. Semantic versioning.
public enum ProductVersion {
    public static let text = "0.1.0"
}
