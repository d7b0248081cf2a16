extension Buffer<UInt32> {
    /// Becomes the numbers that both ascending lists hold; either may be this buffer's own view.
    ///
    /// Complexity: O(smaller * log(larger / smaller)) by galloping through the larger.
    func assignIntersection(_ left: View<UInt32>, _ right: View<UInt32>) {
        let (small, large) = left.count <= right.count ? (left, right) : (right, left)
        reserve(small.count)
        // A match is written at or before the place it was read from in both lists.
        var matched = 0
        var place = 0
        for index in 0..<small.count {
            let wanted = small[index]
            place = large.gallop(to: wanted, from: place)
            guard place < large.count else { break }
            if large[place] == wanted {
                assumeCount(matched + 1)
                self[matched] = wanted
                matched += 1
            }
        }
        assumeCount(matched)
    }
}

extension View<UInt32> {
    /// First position from `start` on whose element is not less than `wanted`.
    fileprivate func gallop(to wanted: UInt32, from start: Int) -> Int {
        var low = start
        var step = 1
        while low + step <= count, self[low + step - 1] < wanted {
            low += step
            step *= 2
        }
        var high = Swift.min(low + step, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
