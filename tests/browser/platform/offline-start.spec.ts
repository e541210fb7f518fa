import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { answerIsRemoved, answerIsStored, appIsStored, changeIsQueued } from '../support/stored-app.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

// The service worker stores the app only if the data saver is off, and `preloads` turns it off.
test.use({ preloads: true })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

test('without a network, the app starts with the screens that were open, and what was written is sent afterwards', async ({
  ann,
}) => {
  const item = await createItem(team, 'Read on the train')
  const deleted = await createItem(team, 'Deleted before the train left')
  await ann.goto(team.board)
  await ann.getByText(item.name).click()
  const text = ann.getByRole('textbox', { name: 'Description' })
  await text.click()
  await ann.keyboard.type('Every detail')
  const params = { slug: team.slug, project_id: team.project_id }
  const storedText = async () =>
    (await team.ann.call('getWorkItem', { params: { ...params, id: item.id } })).description_html
  await expect.poll(storedText).toContain('Every detail')
  // The tab is not reloaded, so that its own document connection also stores the text in the browser.
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Escape')
  await ann.getByRole('link', { name: 'Inbox' }).click()
  await expect(ann.getByText('You are all caught up')).toBeVisible()
  await ann.goBack()
  await expect(ann.getByText(item.name)).toBeVisible()
  // The client receives this item over the change feed, after it has stored the list of the board. Offline, the
  // item must still appear.
  await createItem(team, 'Made after the list was loaded')
  await expect(ann.getByText('Made after the list was loaded')).toBeVisible()
  await appIsStored(ann)
  await answerIsStored(ann, '/issues/')
  await answerIsStored(ann, deleted.id)
  // Deleting one item removes the item from the stored list of the board, but not the list.
  await team.ann.call('deleteWorkItem', { params: { ...params, id: deleted.id } })
  await expect(ann.getByText(deleted.name)).toHaveCount(0)
  await answerIsRemoved(ann, deleted.id)
  await answerIsStored(ann, 'changes:')
  await ann.context().setOffline(true)
  await ann.reload()
  await expect(ann.getByText('Made after the list was loaded')).toBeVisible()
  await expect(ann.getByText(deleted.name)).toHaveCount(0)
  await expect(ann.getByText('Offline. This may be out of date.')).toBeVisible()
  await ann.getByText(item.name).click()
  await expect(text).toContainText('Every detail')
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('c')
  await ann.keyboard.type('Written in the tunnel')
  await ann.keyboard.press('ControlOrMeta+Enter')
  await expect(ann.getByText('Written in the tunnel').first()).toBeVisible()
  await changeIsQueued(ann, 'Written in the tunnel')
  await ann.goto(`/${team.slug}/notifications`)
  await expect(ann.getByText('You are all caught up')).toBeVisible()
  await ann.context().setOffline(false)
  const names = async () => {
    const { results } = await team.ann.call('listWorkItems', { params, query: {} })
    return (results as { name: string }[]).map(({ name }) => name)
  }
  await expect.poll(names, { timeout: 20_000 }).toContain('Written in the tunnel')
})

test('a screen that was opened just before the connection ended is stored', async ({ ann }) => {
  const item = await createItem(team, 'Seen for a moment')
  await ann.goto(`/${team.slug}/notifications`)
  await appIsStored(ann)
  await answerIsStored(ann, '/users/me/')
  // From now on, the browser is never idle, so that responses are stored only when the connection ends.
  await ann.evaluate(() => {
    window.requestIdleCallback = () => 0
  })
  await visit(ann, team.board)
  await expect(ann.getByText(item.name)).toBeVisible()
  await ann.context().setOffline(true)
  await answerIsStored(ann, item.id)
  await ann.reload()
  await expect(ann.getByText(item.name)).toBeVisible()
})

test('a row that the reader may no longer see does not come back without a network', async ({ max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', { params, body: { name: 'Salaries' } })
  await max.goto(`/${team.slug}/projects/${team.project_id}/pages`)
  await expect(max.getByText('Salaries').first()).toBeVisible()
  await appIsStored(max)
  await answerIsStored(max, `/projects/${team.project_id}/pages`)
  await team.ann.call('setPageAccess', { params: { ...params, page_id: page.id }, body: { access: 1 } })
  await expect(max.getByText('Salaries')).toHaveCount(0)
  await answerIsRemoved(max, page.id)
  await max.context().setOffline(true)
  await max.reload()
  await expect(max.getByText('Offline. This may be out of date.')).toBeVisible()
  await expect(max.getByText('Salaries')).toHaveCount(0)
})

test('a session that ended while the app was closed leaves no stored answers, and an update of the app is stored', async ({
  server,
  max,
}) => {
  await max.goto(team.board)
  await answerIsStored(max, '/users/me/')
  await appIsStored(max)
  // Simulates the page of an older build.
  await max.evaluate(async () => {
    const page = new Response('<script src="/assets/older.js"></script>')
    await (await caches.open('tandem-app')).put('/', page)
  })
  await max.goto('about:blank')
  await runSql(server.databaseUrl, 'delete from sessions where user_id = $1', [team.max.id])
  await max.goto(team.board)
  await expect(max.getByRole('button', { name: 'Continue' })).toBeVisible()
  const names = () =>
    max.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name.split(':')[0]))
  await expect.poll(names).not.toContain('tandem-answers')
  const storedPage = () =>
    max.evaluate(async () => (await caches.match('/', { cacheName: 'tandem-app' }))?.text())
  await expect.poll(storedPage, { timeout: 20_000 }).not.toContain('older.js')
})
