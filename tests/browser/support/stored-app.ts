import { expect, type Page } from '@playwright/test'

/** Waits until the service worker has stored all files of the app. */
export async function appIsStored(page: Page): Promise<void> {
  const isStored = () =>
    page.evaluate(async () => (await caches.match('/', { cacheName: 'tandem-app' })) !== undefined)
  await expect.poll(isStored, { timeout: 40_000 }).toBe(true)
}

/** Waits until the answer to a request whose path contains `part` is stored. */
export async function answerIsStored(page: Page, part: string): Promise<void> {
  await expect.poll(() => countAnswers(page, part)).toBeGreaterThan(0)
}

/**
 * Waits until no stored answer contains this id. Stored changes are not checked, because the change that
 * deletes the row contains the id too.
 */
export async function answerIsRemoved(page: Page, id: string): Promise<void> {
  await expect.poll(() => countAnswers(page, id)).toBe(0)
}

/** Counts the stored answers whose path or content contains `part`. */
export function countAnswers(page: Page, part: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('tandem-answers:'))
    if (found?.name === undefined) return 0
    const request = indexedDB.open(found.name)
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const reading = request.result.transaction('answers').objectStore('answers').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    request.result.close()
    const entries: { url: string; text: string }[] = reading.result
    const contains = ({ url, text }: { url: string; text: string }) =>
      url.includes(wanted) || (!url.startsWith('changes:') && text.includes(wanted))
    return entries.filter(contains).length
  }, part)
}

/** Simulates that another build of the client has stored all responses of this browser. */
export function changeStoredBuild(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const done = (request: IDBRequest) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', resolve)
        request.addEventListener('error', () => reject(request.error))
      })
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('tandem-answers:'))
    const request = indexedDB.open(found?.name ?? '')
    await done(request)
    const store = request.result.transaction('answers', 'readwrite').objectStore('answers')
    const reading = store.getAll()
    await done(reading)
    const entries: object[] = reading.result
    await Promise.all(entries.map((entry) => done(store.put({ ...entry, build: '/assets/older.js' }))))
    request.result.close()
  })
}

/** Waits until the browser has stored a queued change that contains `text`, so that the change survives a reload. */
export async function changeIsQueued(page: Page, text: string): Promise<void> {
  const isQueued = () =>
    page.evaluate(async (wanted) => {
      const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('tandem-outbox:'))
      if (found?.name === undefined) return false
      const request = indexedDB.open(found.name)
      await new Promise((resolve) => request.addEventListener('success', resolve))
      const reading = request.result.transaction('changes').objectStore('changes').getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      request.result.close()
      return JSON.stringify(reading.result).includes(wanted)
    }, text)
  await expect.poll(isQueued).toBe(true)
}
