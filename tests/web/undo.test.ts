import { afterEach, expect, test } from 'vitest'
import { savingAtom, store, undo, undoable } from '#web/app/sync.ts'
import type { Undoable } from '#web/sync/undo.ts'

const undone: string[] = []
afterEach(() => {
  undone.length = 0
  store.set(savingAtom, 0)
})

function change(message: string): Undoable {
  return { message, undo: async () => void undone.push(message) }
}

test('the change made last is undone first, whichever was answered first', async () => {
  const first = undoable()
  const second = undoable()
  second(change('second'))
  first(change('first'))
  while (await undo()) {}
  expect(undone).toEqual(['second', 'first'])
})

test('a change that is still on its way is waited for', async () => {
  const accepted = undoable()
  store.set(savingAtom, 1)
  const asked = undo()
  accepted(change('sent a moment ago'))
  store.set(savingAtom, 0)
  expect(await asked).toBe(true)
  expect(undone).toEqual(['sent a moment ago'])
})

test('a change of a toast is undone once, whatever was done since', async () => {
  const [older, newer] = [change('older'), change('newer')]
  undoable()(older)
  undoable()(newer)
  expect(await undo(older)).toBe(true)
  expect(await undo(older)).toBe(false)
  expect(await undo()).toBe(true)
  expect(undone).toEqual(['older', 'newer'])
  expect(await undo()).toBe(false)
})
