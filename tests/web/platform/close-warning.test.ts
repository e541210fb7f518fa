import { afterEach, expect, test, vi } from 'vitest'
import { setWarnBeforeClose } from '#web/platform/uploads/close-warning.ts'

afterEach(() => vi.unstubAllGlobals())

test('the browser asks before the tab is closed while files wait for any reason', () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asks()).toBe(false)
  setWarnBeforeClose('item', true)
  setWarnBeforeClose('upload', true)
  expect(asks()).toBe(true)
  setWarnBeforeClose('item', false)
  expect(asks()).toBe(true)
  setWarnBeforeClose('upload', false)
  expect(asks()).toBe(false)
})
