import { afterEach, expect, test, vi } from 'vitest'
import { progressIntervalMs, throttleLatest } from '#web/platform/uploads/uploads.ts'

afterEach(() => void vi.useRealTimers())

test('reports the latest progress of an upload at most once in 16 ms', () => {
  vi.useFakeTimers()
  const seen: number[] = []
  const progress = throttleLatest((sent: number) => seen.push(sent))
  expect(progressIntervalMs).toBe(16)
  for (const sent of [0.1, 0.2, 0.3]) progress.call(sent)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(16)
  expect(seen).toEqual([0.3])
  progress.call(0.4)
  vi.advanceTimersByTime(15)
  progress.call(0.5)
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([0.3, 0.5])
})

test('reports no progress after the upload has ended', () => {
  vi.useFakeTimers()
  const seen: number[] = []
  const progress = throttleLatest((sent: number) => seen.push(sent))
  progress.call(0.9)
  progress.cancel()
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([])
})
