/**
 * Milliseconds between the first event and the reload. Further events in this time do not cause another
 * reload or delay it.
 */
const together = 300

/** Returns the length of the pause, in milliseconds, after a reload that took `duration` milliseconds. */
type Pause = (duration: number) => number

interface ReloadScheduleOptions {
  reload: () => Promise<void> | void
  pauseAfter: Pause
  /** While this function returns true, no reload starts. Call `resume` when the result of the function changes. */
  isHidden: () => boolean
}

export interface ReloadSchedule {
  /** Requests a reload. */
  request: () => void
  resume: () => void
  /** Cancels the requested reload. */
  stop: () => void
}

export const noPause: Pause = () => 0
/**
 * Pause for values that are expensive to compute or that a screen shows many of. A slow answer is a sign of a
 * busy server, so the pause grows with the duration of the reload.
 */
export const longPause: Pause = (duration) => Math.max(5000, 10 * duration)

/**
 * Returns a schedule that reloads soon after an event, but never starts a reload while another one runs. If
 * no reload has run for some time, the next reload is not followed by a pause, because it may have read the
 * value before the server applied the change that the screen already shows.
 */
export function createReloadSchedule({
  reload,
  pauseAfter,
  isHidden,
}: ReloadScheduleOptions): ReloadSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let requestedAt: number | null = null
  let restsUntil = 0
  let calmFrom = 0
  const plan = () => {
    if (timer !== undefined || isRunning || requestedAt === null || isHidden()) return
    timer = setTimeout(() => void run(), Math.max(together, restsUntil - performance.now()))
  }
  const run = async () => {
    timer = undefined
    if (requestedAt === null || isHidden()) return
    const wasCalm = requestedAt >= calmFrom
    requestedAt = null
    isRunning = true
    const began = performance.now()
    try {
      await reload()
    } finally {
      const ended = performance.now()
      calmFrom = ended + pauseAfter(ended - began)
      restsUntil = wasCalm ? ended : calmFrom
      isRunning = false
      plan()
    }
  }
  return {
    request: () => {
      requestedAt ??= performance.now()
      plan()
    },
    resume: plan,
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      requestedAt = null
    },
  }
}
