import type { Page } from '@playwright/test'

/** Counts the stored parts of the text of the row with this id in this browser, and of all texts without an id. */
export function countStoredText(page: Page, id = ''): Promise<number> {
  return page.evaluate(async (wanted) => {
    const databases = await indexedDB.databases()
    const names = databases.flatMap(({ name = '' }) =>
      name.startsWith('tandem-document:') && name.includes(wanted) ? name : [],
    )
    const count = async (name: string) => {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const counting = opening.result.transaction('updates').objectStore('updates').count()
      await new Promise((resolve) => counting.addEventListener('success', resolve))
      opening.result.close()
      return counting.result
    }
    return (await Promise.all(names.map(count))).reduce((sum, found) => sum + found, 0)
  }, id)
}
