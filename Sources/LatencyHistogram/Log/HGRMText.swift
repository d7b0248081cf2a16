/// The percentile table that HdrHistogram's plotters read (`.hgrm`).
public enum HGRMText {
    /// - Parameter unitsPerShown: values are divided by it; 1,000,000 shows nanoseconds as
    ///   milliseconds.
    public static func text(
        _ histogram: HDRHistogram, unitsPerShown: Double = 1_000_000, ticksPerHalf: Int = 5
    ) -> String {
        var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
        for step in PercentileWalk(histogram, ticksPerHalf: ticksPerHalf) {
            let share = step.percentile / 100
            text += FixedText.text(Double(step.value) / unitsPerShown, digits: 3, width: 12)
            text += " " + FixedText.text(share, digits: 12)
            text += " " + FixedText.padded("\(step.countToValue)", 10)
            if step.percentile < 100 {
                text += " " + FixedText.text(1 / (1 - share), digits: 2, width: 14)
            }
            text += "\n"
        }
        let mean = (histogram.mean ?? 0) / unitsPerShown
        let deviation = (histogram.standardDeviation ?? 0) / unitsPerShown
        let largest = Double(histogram.maximum ?? 0) / unitsPerShown
        func number(_ value: Double) -> String { FixedText.text(value, digits: 3, width: 12) }
        text += "#[Mean    = \(number(mean)), StdDeviation   = \(number(deviation))]\n"
        text += "#[Max     = \(number(largest)), Total count    = "
        text += FixedText.padded("\(histogram.totalCount)", 12) + "]\n"
        text += "#[Buckets = " + FixedText.padded("\(histogram.layout.bucketCount)", 12)
        text += ", SubBuckets     = "
        text += FixedText.padded("\(histogram.layout.subBucketCount)", 12) + "]\n"
        return text
    }
}
