import { expect, type Page, type Route } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { answerIsRemoved, answerIsStored, changeStoredBuild, countAnswers } from '../support/stored-app.ts'
import { countStoredText } from '../support/stored-documents.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
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

/** Simulates a full disk: the browser aborts every transaction that stores something. */
function fillDisk(): void {
  for (const name of ['put', 'add'] as const) {
    const original = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (...input: Parameters<typeof original>) {
      const request = original.apply(this, input)
      this.transaction.abort()
      return request
    }
  }
}

test('with a full disk, everything works and nothing is stored', async ({ ann }) => {
  const item = await createItem(team, 'Nothing fits')
  await ann.addInitScript(fillDisk)
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  const text = ann.getByRole('textbox', { name: 'Description' })
  await text.click()
  await ann.keyboard.type('Written anyway')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  const storedText = async () => (await team.ann.call('getWorkItem', { params })).description_html
  await expect.poll(storedText).toContain('Written anyway')
  await ann.goto(team.board)
  await expect(ann.locator('#main').getByText(item.name)).toBeVisible()
  expect(await countAnswers(ann, '/')).toBe(0)
  await expect(ann.getByRole('alert')).toHaveCount(0)
})

test('if the session has ended, the stored data is shown only until the server answers', async ({
  server,
  ann,
}) => {
  const item = await createItem(team, 'Stored before the session ended')
  await ann.goto(team.board)
  await answerIsStored(ann, item.id)
  const release = await holdApi(ann)
  await ann.goto(team.board)
  await expect(ann.locator('#main').getByText(item.name)).toBeVisible()
  await runSql(server.databaseUrl, 'delete from sessions where user_id = $1', [team.ann.id])
  await release()
  await expect(ann.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(ann).toHaveURL(/\?next_path=/)
  const names = () =>
    ann.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name.split(':')[0]))
  await expect.poll(names).not.toContain('tandem-answers')
})

test('a build whose protocol the server does not support is reloaded once', async ({ ann }) => {
  const item = await createItem(team, 'Shown by the new build')
  let loads = 0
  ann.on('load', () => loads++)
  await ann.routeWebSocket(/\/live\//, (socket) => {
    const server = socket.connectToServer()
    const isOld = loads < 2
    socket.onMessage((message) =>
      server.send(isOld ? String(message).replace(/"protocol":\d+/, '"protocol":0') : message),
    )
  })
  await ann.goto('/ui')
  await ann.evaluate(async () => {
    await (await caches.open('tandem-app')).put('/', new Response('The page of the old build'))
  })
  loads = 0
  await ann.goto(team.board)
  await expect.poll(() => loads).toBe(2)
  await expect(ann.locator('#main').getByText(item.name)).toBeVisible()
  await createItem(team, 'Received by the new build')
  await expect(ann.locator('#main').getByText('Received by the new build')).toBeVisible()
  expect(loads).toBe(2)
  expect(await ann.evaluate(async () => (await caches.match('/')) === undefined)).toBe(true)
})

test('what a person lost access to while the tab was closed is deleted at the next start', async ({
  max,
}) => {
  const item = await createItem(team, 'Only for members')
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', { params, body: { name: 'Salaries' } })
  await max.goto(`/${team.slug}/projects/${team.project_id}/pages`)
  await answerIsStored(max, page.id)
  await max.goto(team.board)
  await answerIsStored(max, item.id)
  await answerIsStored(max, 'changes:')
  await max.goto('about:blank')
  const members = await team.ann.call('listProjectMembers', { params })
  const membership = members.find(({ member_id }) => member_id === team.max.id)
  await team.ann.call('removeProjectMember', { params: { ...params, member_id: membership?.id ?? '' } })
  await max.goto(`/${team.slug}/notifications`)
  for (const id of [item.id, page.id]) await answerIsRemoved(max, id)
  await max.goto('/ui')
  const release = await holdApi(max)
  const socket = max.waitForEvent('websocket')
  await max.goto(team.board)
  await socket
  await expect(max.getByText(item.name)).toHaveCount(0)
  await release()
})

test('deleting the stored data deletes texts, but no edits that have not been sent', async ({ ann }) => {
  const sent = await createItem(team, 'Sent')
  const unsent = await createItem(team, 'Not sent')
  const params = { slug: team.slug, project_id: team.project_id }
  const serverText = async (id: string) =>
    (await team.ann.call('getWorkItem', { params: { ...params, id } })).description_html
  const text = ann.getByRole('textbox', { name: 'Description' })
  const type = async (words: string) => {
    await text.click()
    await ann.keyboard.type(words)
  }
  const security = `/${team.slug}/settings/profile/security`
  await ann.goto(security)
  // The menu and the dialog are loaded while the browser is online.
  const account = ann.getByRole('button', { name: /account and settings/ })
  await account.click()
  await expect(ann.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Delete stored data' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await type('Everybody has this')
  await expect.poll(() => serverText(sent.id)).toContain('Everybody has this')
  await visit(ann, `/${team.slug}/browse/ATL-2`)
  await expect(ann.getByText('Not sent').first()).toBeVisible()
  await type('First')
  await expect.poll(() => serverText(unsent.id)).toContain('First')
  await ann.context().setOffline(true)
  await type('Only here')
  await visit(ann, security)
  await expect.poll(() => countStoredText(ann, sent.id)).toBeGreaterThan(0)
  await ann.getByRole('button', { name: 'Delete stored data' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete stored data' }).click()
  await expect(ann.getByText('Stored data deleted')).toBeVisible()
  expect(await countStoredText(ann, sent.id)).toBe(0)
  expect(await countStoredText(ann, unsent.id)).toBeGreaterThan(0)
  await account.click()
  await ann.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(ann.getByRole('alertdialog', { name: 'Sign out and discard 1 unsaved change?' })).toBeVisible()
})
