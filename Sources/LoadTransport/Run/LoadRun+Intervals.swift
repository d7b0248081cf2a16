internal import LoadGenerator

extension LoadRun {
    /// A second of the run is over.
    func tick() {
        guard nextTick <= sendEnd + 500_000_000 else { return nextTick = .max }
        cut(at: now)
        // Seconds that were missed are one long interval.
        while nextTick <= now { nextTick += 1_000_000_000 }
    }

    /// What came since the last full second.
    func cutLastInterval() {
        guard now > measureStart else { return }
        // An end right behind a full second has nothing to tell.
        if unsafe !recorder.hasInterval, now - lastCut < 50_000_000 { return }
        cut(at: now)
    }

    private func cut(at time: Int64) {
        let seconds = Double(time - measureStart) / 1e9
        let sending = min(
            seconds, Double((phase == .sending ? time : sendingEndedAt) - measureStart) / 1e9)
        let sent = unsafe recorder.sentCount
        var asked = Double(sent)
        if case .open(let schedule, let pattern) = plan.pace {
            let limit = plan.callCountMaximum.map(Double.init) ?? .infinity
            asked = min(
                limit,
                pattern == .uniform
                    ? Double(schedule.count(untilSeconds: sending))
                    : max(Double(sent), schedule.exactCount(untilSeconds: sending).rounded()))
        }
        let backlog = UInt64(max(0, asked - Double(sent)))
        let interval = unsafe recorder.cutInterval(
            endSeconds: seconds, askedCount: UInt64(max(0, asked - askedAtTick)),
            backlogCount: isBlocked ? backlog : 0, inFlightCount: inFlightCount)
        askedAtTick = max(asked, askedAtTick)
        lastCut = time
        onInterval(interval)
    }
}
