import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReloadSchedule, longPause, noPause } from '../../../web/platform/shell/reload-schedule.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns a schedule of reloads that each take `duration` milliseconds, and their start times. */
function startSchedule({ duration = 0, pauseAfter = longPause } = {}) {
  const began = performance.now()
  const state = { starts: [] as number[], running: 0, mostAtOnce: 0, isHidden: false }
  const schedule = createReloadSchedule({
    pauseAfter,
    isHidden: () => state.isHidden,
    reload: async () => {
      state.starts.push(performance.now() - began)
      state.running += 1
      state.mostAtOnce = Math.max(state.mostAtOnce, state.running)
      await new Promise((resolve) => setTimeout(resolve, duration))
      state.running -= 1
    },
  })
  return { ...schedule, state }
}

/** Sends ten events per second. */
async function sendEvents(request: () => void, seconds: number) {
  for (let sent = 0; sent < seconds * 10; sent += 1) {
    request()
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('reloads within a second after the first of several events, and once for all of them', async () => {
  const { request, state } = startSchedule()
  await vi.advanceTimersByTimeAsync(60_000)
  request()
  request()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(state.starts).toEqual([60_300])
})

test('reloads again at once when the server confirms the first change', async () => {
  const { request, state } = startSchedule({ duration: 50 })
  request()
  await vi.advanceTimersByTimeAsync(340)
  request()
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.starts).toHaveLength(2)
})

test('never starts a reload while another one runs', async () => {
  const { request, state } = startSchedule({ duration: 2000, pauseAfter: noPause })
  await sendEvents(request, 20)
  expect(state.mostAtOnce).toBe(1)
  expect(state.starts.length).toBeGreaterThan(5)
})

test('pauses at least 5 seconds between reloads of an expensive value', async () => {
  const { request, state } = startSchedule({ duration: 100 })
  await sendEvents(request, 60)
  const pauses = state.starts.slice(2).map((start, index) => start - (state.starts[index + 1] ?? 0))
  expect(pauses.length).toBeGreaterThan(8)
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(5000)
})

test('pauses ten times as long as a slow reload took', async () => {
  const { request, state } = startSchedule({ duration: 3000 })
  await sendEvents(request, 100)
  expect(state.starts.length).toBeGreaterThan(2)
  expect(state.starts.length).toBeLessThanOrEqual(5)
})

test('reloads the last change after the pause, without another event', async () => {
  const { request, state } = startSchedule()
  await sendEvents(request, 2)
  const before = state.starts.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.starts).toHaveLength(before + 1)
})

test('waits in a hidden tab and reloads once when the tab becomes visible', async () => {
  const { request, resume, state } = startSchedule()
  request()
  state.isHidden = true
  await sendEvents(request, 30)
  expect(state.starts).toEqual([])
  state.isHidden = false
  resume()
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.starts).toHaveLength(1)
})

test('cancels the requested reload when it stops', async () => {
  const { request, stop, state } = startSchedule()
  request()
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state.starts).toEqual([])
})
