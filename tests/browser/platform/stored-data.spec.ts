import { expect, type Page, type Route } from '@playwright/test'
import { answerIsStored, changeStoredBuild } from '../support/stored-app.ts'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.use({ ownAccounts: true })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

/** Holds all responses of the API until the returned function is called. */
async function holdApi(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route('**/api/**', (route) => void held.push(route))
  return async () => {
    await page.unroute('**/api/**')
    for (const route of held) await route.continue().catch(() => undefined)
  }
}

test('data that another build of the client has stored is not used', async ({ ann }) => {
  const item = await createItem(team, 'Stored by an older build')
  await ann.goto(team.board)
  await answerIsStored(ann, item.id)
  const name = ann.locator('#main').getByText(item.name)
  const releaseFirst = await holdApi(ann)
  await ann.goto(team.board)
  await expect(name).toBeVisible()
  await releaseFirst()
  await ann.goto('/ui')
  await changeStoredBuild(ann)
  const release = await holdApi(ann)
  // The client opens the socket after it has looked for stored data.
  const socket = ann.waitForEvent('websocket')
  await ann.goto(team.board)
  await socket
  await expect(ann.locator('#main')).toHaveCount(0)
  await release()
  await expect(name).toBeVisible()
})

test('a late response does not replace a setting that the user has changed since', async ({ ann }) => {
  const settings = `/${team.slug}/settings/profile/appearance`
  await ann.goto(settings)
  const dark = ann.getByRole('radio', { name: 'Dark', exact: true })
  await expect(dark).toBeVisible()
  await answerIsStored(ann, '/users/me/profile/')
  let profiles = 0
  let sendFirst = () => {}
  const first = new Promise<void>((resolve) => {
    sendFirst = resolve
  })
  await ann.route('**/api/users/me/profile/', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    profiles++
    const response = await route.fetch()
    if (profiles === 1) await first
    await route.fulfill({ response })
  })
  await ann.goto(settings)
  const saved = ann.waitForResponse((response) => response.request().method() === 'PATCH')
  await dark.click()
  await saved
  sendFirst()
  await expect.poll(() => profiles).toBe(2)
  await answerIsStored(ann, '"theme":"dark"')
  await expect(dark).toBeChecked()
})

/** Simulates a browser that does not respond to requests for its storage. Waiting for it takes forever. */
function blockStorage(): void {
  indexedDB.open = () => new EventTarget() as IDBOpenDBRequest
  indexedDB.databases = () => new Promise(() => {})
  const { setTimeout } = window
  const shorter = (work: TimerHandler, milliseconds = 0, ...rest: unknown[]) =>
    milliseconds >= 2000 ? 0 : setTimeout(work, milliseconds, ...rest)
  Object.assign(window, { setTimeout: shorter })
}

test('the start does not wait for a storage that does not respond', async ({ ann }) => {
  const item = await createItem(team, 'Loaded from the server')
  await ann.addInitScript(blockStorage)
  await ann.goto(team.board)
  await expect(ann.locator('#main').getByText(item.name)).toBeVisible()
  await ann.goto('/')
  await expect(ann.getByRole('link', { name: 'Inbox' })).toBeVisible()
})
