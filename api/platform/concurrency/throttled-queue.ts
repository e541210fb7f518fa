export interface ThrottledQueue {
  /**
   * Runs `work` now, or later if earlier work is waiting or the rate limit is reached. `cost` is called when
   * the work runs, because the cost may change while the work waits.
   */
  pass(cost: () => number, work: () => void): void
  isBehind(): boolean
  close(): void
}

const pollIntervalMs = 50
/**
 * Work with at most this cost is cheap: several such tasks may run in one turn of the event loop. A task with
 * a higher cost would noticeably delay other clients.
 */
const cheapCost = 16

/**
 * Runs the work of one client in order. Work waits while the rate limit `take` returns false, and at most one
 * expensive task runs per turn of the event loop. This way, a client that floods the server slows down only
 * itself. `changed` is called when the queue falls behind or catches up.
 */
export function createThrottledQueue(take: (cost: number) => boolean, changed: () => void): ThrottledQueue {
  const waiting: { cost: () => number; work: () => void }[] = []
  let isScheduled = false
  let isClosed = false

  function runWithinBudget(): void {
    if (isClosed) return
    isScheduled = false
    for (let [next] = waiting; next && !isScheduled; [next] = waiting) {
      const cost = next.cost()
      isScheduled = !take(cost)
      if (isScheduled) setTimeout(runWithinBudget, pollIntervalMs)
      else {
        waiting.shift()
        next.work()
        isScheduled = cost > cheapCost
        if (isScheduled) setImmediate(runWithinBudget)
      }
    }
    changed()
  }

  return {
    pass(cost, work) {
      waiting.push({ cost, work })
      if (!isScheduled) runWithinBudget()
    },
    isBehind: () => isScheduled,
    close() {
      isClosed = true
      waiting.length = 0
    },
  }
}
