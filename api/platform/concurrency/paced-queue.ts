export interface PacedQueue {
  /**
   * Does it now, or in its turn when those before have been done and there is room again. What it costs is asked then, since that may
   * change while it waits.
   */
  pass(cost: () => number, work: () => void): void
  isBehind(): boolean
  close(): void
}

const lookEveryMs = 50
/** What costs more is work that others would notice. */
const light = 16

/**
 * What one client sends is done in order and no faster than `take` allows, and of what is costly one thing in a turn of the event loop: a
 * flood becomes slow for whoever sends it. `changed` is called when it falls behind or has caught up.
 */
export function createPacedQueue(take: (cost: number) => boolean, changed: () => void): PacedQueue {
  const waiting: { cost: () => number; work: () => void }[] = []
  let isLater = false
  let isClosed = false

  function doWhatMay(): void {
    if (isClosed) return
    isLater = false
    for (let [next] = waiting; next && !isLater; [next] = waiting) {
      const cost = next.cost()
      isLater = !take(cost)
      if (isLater) setTimeout(doWhatMay, lookEveryMs)
      else {
        waiting.shift()
        next.work()
        isLater = cost > light
        if (isLater) setImmediate(doWhatMay)
      }
    }
    changed()
  }

  return {
    pass(cost, work) {
      waiting.push({ cost, work })
      if (!isLater) doWhatMay()
    },
    isBehind: () => isLater,
    close() {
      isClosed = true
      waiting.length = 0
    },
  }
}
