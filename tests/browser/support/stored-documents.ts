import type { Page } from '@playwright/test'

/** Counts the stored parts of the text of the row with this id in this browser, and of all texts without an id. */
export function countStoredText(page: Page, id = ''): Promise<number> {
  return countEntries(page, id, 'updates')
}

/** Counts the marks of sessions with unsent edits in the stored text of the row with this id. */
export function countUnsentMarks(page: Page, id: string): Promise<number> {
  return countEntries(page, id, 'custom', 'unsent')
}

/** Counts the entries of an object store whose keys start with `start`, in the stored texts whose names contain `id`. */
function countEntries(page: Page, id: string, store: string, start = ''): Promise<number> {
  return page.evaluate(
    async ({ id, store, start }) => {
      const databases = await indexedDB.databases()
      const names = databases.flatMap(({ name = '' }) =>
        name.startsWith('tandem-document:') && name.includes(id) ? name : [],
      )
      const count = async (name: string) => {
        const opening = indexedDB.open(name)
        await new Promise((resolve) => opening.addEventListener('success', resolve))
        const reading = opening.result.transaction(store).objectStore(store).getAllKeys()
        await new Promise((resolve) => reading.addEventListener('success', resolve))
        opening.result.close()
        return reading.result.filter((key) => String(key).startsWith(start)).length
      }
      return (await Promise.all(names.map(count))).reduce((sum, found) => sum + found, 0)
    },
    { id, store, start },
  )
}
