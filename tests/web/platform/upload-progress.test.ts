import { afterEach, expect, test, vi } from 'vitest'
import { store } from '#web/platform/app/sync.ts'
import {
  cancelUpload,
  progressIntervalMs,
  startUpload,
  throttleLatest,
  uploadsAtom,
} from '#web/platform/uploads/uploads.ts'

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

test('the status of an upload contains the name, the size and the type of the file', () => {
  const unused = () => Promise.reject(new Error('The upload is cancelled before it starts.'))
  const upload = (id: string, file: File) => {
    const destination = { entityType: 'ISSUE_ATTACHMENT', createUpload: unused, confirm: unused } as const
    startUpload(id, file, destination).catch(() => undefined)
    const [status] = store.get(uploadsAtom(id))
    cancelUpload(id)
    return status
  }
  expect(upload('one', new File(['Hello'], 'notes.txt', { type: 'text/plain' }))).toMatchObject({
    id: 'one',
    name: 'notes.txt',
    size: 5,
    type: 'text/plain',
    sent: 0,
  })
  expect(upload('two', new File(['?'], 'unknown'))).toMatchObject({ type: 'application/octet-stream' })
})
