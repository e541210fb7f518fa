import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.use({ ownAccounts: true })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const cards = (page: Page, name: string) =>
  page.locator('[data-cell]').getByRole('listitem').filter({ hasText: name })

/**
 * Makes all writes fail until the test sets `isAway` to false. `sent` contains the mutation ids of the writes that
 * the server receives afterwards.
 */
async function holdWrites(page: Page) {
  const writes = { isAway: true, sent: [] as string[] }
  await page.route('**/api/**', (route) => {
    const request = route.request()
    // The client records recent visits in the background, so these requests do not count.
    const isVisit = request.url().endsWith('/recent-visits/')
    if (request.method() === 'GET' || isVisit) return route.fallback()
    if (writes.isAway) return route.abort()
    writes.sent.push(request.headers()['x-mutation-id'] ?? '')
    return route.fallback()
  })
  return writes
}

async function add(page: Page, ...names: string[]): Promise<void> {
  const column = page.locator(`[data-cell="${team.states['Todo']}"]`)
  await column.getByText('Add work item').click()
  for (const name of names) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(cards(page, name)).toBeVisible()
  }
  await page.keyboard.press('Escape')
}

/**
 * Waits until the browser has stored this many changes. If a user reloads the page earlier, the client asks
 * for confirmation, but a reload by the test would lose the changes.
 */
async function changesAreStored(page: Page, count: number): Promise<void> {
  const stored = () =>
    page.evaluate(async () => {
      const [name = ''] = (await indexedDB.databases()).flatMap(({ name = '' }) =>
        name.startsWith('tandem-outbox:') ? name : [],
      )
      const opening = indexedDB.open(name)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const counting = opening.result.transaction('changes').objectStore('changes').count()
      await new Promise((resolve) => counting.addEventListener('success', resolve))
      opening.result.close()
      return counting.result
    })
  await expect.poll(stored).toBe(count)
}

test('unsent changes survive a reload and are sent once in order', async ({ ann, max }) => {
  await max.goto(team.board)
  await ann.goto(team.board)
  const writes = await holdWrites(ann)
  await add(ann, 'First', 'Second', 'Third')
  await expect(ann.getByText('Reconnecting… 3 changes are waiting to be sent.')).toBeVisible()
  await changesAreStored(ann, 3)
  await ann.reload()
  for (const name of ['First', 'Second', 'Third']) await expect(cards(ann, name)).toHaveCount(1)
  await expect(ann.getByText('3 changes are waiting to be sent.')).toBeVisible()
  writes.isAway = false
  await expect(ann.getByText('to be sent.')).toBeHidden({ timeout: 20_000 })
  for (const page of [ann, max])
    for (const name of ['First', 'Second', 'Third']) await expect(cards(page, name)).toHaveCount(1)
  expect(writes.sent).toHaveLength(3)
  expect(writes.sent).toEqual(writes.sent.toSorted())
  await ann.reload()
  await expect(cards(ann, 'Third')).toHaveCount(1)
  await expect(ann.getByText('to be sent.')).toBeHidden()
})

test('two tabs show queued changes and send them once', async ({ ann, max }) => {
  await max.goto(team.board)
  await ann.goto(team.board)
  const other = await ann.context().newPage()
  await other.goto(team.board)
  const both = [await holdWrites(ann), await holdWrites(other)]
  await add(ann, 'Of one tab')
  await expect(cards(other, 'Of one tab')).toHaveCount(1)
  await ann.close()
  for (const writes of both) writes.isAway = false
  await expect(cards(max, 'Of one tab')).toHaveCount(1, { timeout: 20_000 })
  await expect(other.getByText('to be sent.')).toBeHidden()
  expect(both.flatMap(({ sent }) => sent)).toHaveLength(1)
})

test('a change made offline waits and can be undone before it is sent', async ({ ann }) => {
  await ann.goto(team.board)
  await expect(ann.getByText('Add work item').first()).toBeVisible()
  await ann.context().setOffline(true)
  await add(ann, 'On the train')
  await expect(ann.getByText('Offline. 1 change is waiting to be sent.')).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(cards(ann, 'On the train')).toHaveCount(0)
  await expect(ann.getByText('Offline. This may be out of date.')).toBeVisible()
  await ann.context().setOffline(false)
})

test('a rejected queued change names what was lost', async ({ ann }) => {
  await ann.goto(team.board)
  const writes = await holdWrites(ann)
  await add(ann, 'Too late')
  await expect(ann.getByText('1 change is waiting to be sent.')).toBeVisible()
  await ann.route('**/issues/', (route) =>
    route.request().method() === 'POST' && !writes.isAway
      ? route.fulfill({ status: 409, json: { code: 'conflict', error: 'The project is archived.' } })
      : route.fallback(),
  )
  await ann.reload()
  await expect(cards(ann, 'Too late')).toHaveCount(1)
  writes.isAway = false
  await expect(ann.getByText('Not saved: Too late created')).toBeVisible({ timeout: 20_000 })
  await expect(ann.getByText('The project is archived.')).toBeVisible()
  await expect(cards(ann, 'Too late')).toHaveCount(0)
})

test('signing out asks before it loses what waits, and stays signed in without a connection', async ({
  ann,
  max,
}) => {
  await max.goto(team.board)
  await ann.goto(team.board)
  const writes = await holdWrites(ann)
  await add(ann, 'Not sent')
  const signOut = async () => {
    await ann.getByRole('button', { name: /account and settings/ }).click()
    await ann.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  const question = ann.getByRole('alertdialog', { name: 'Sign out and discard 1 unsaved change?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(cards(ann, 'Not sent')).toHaveCount(1)
  await ann.context().setOffline(true)
  await signOut()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(ann.getByText('You are still signed in')).toBeVisible()
  await expect(cards(ann, 'Not sent')).toHaveCount(1)
  await ann.context().setOffline(false)
  await signOut()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(ann).toHaveURL(/\/(\?.*)?$/)
  expect(writes.sent).toEqual([])
  await expect(cards(max, 'Not sent')).toHaveCount(0)
})

test('signing out removes all local data', async ({ ann }) => {
  await createItem(team, 'Stored with its text')
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeEditable()
  const kept = () =>
    ann.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).join())
  await expect.poll(kept).toContain('tandem-outbox:')
  expect(await kept()).toContain('tandem-document:')
  await ann.getByRole('button', { name: /account and settings/ }).click()
  await ann.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(ann).toHaveURL(/\/(\?.*)?$/)
  expect(await kept()).not.toMatch(/tandem-(outbox|document):/)
})

test('queued changes are never sent as the next user', async ({ ann, max }) => {
  await max.goto(team.board)
  const other = await ann.context().newPage()
  for (const page of [ann, other]) {
    // Stops the `beforeunload` listeners of the page, so that the browser does not ask whether to leave the page with
    // unsent changes.
    await page.addInitScript(() =>
      addEventListener('beforeunload', (event) => event.stopImmediatePropagation()),
    )
    await page.goto(team.board)
  }
  const both = [await holdWrites(ann), await holdWrites(other)]
  await add(ann, "Ann's alone")
  await expect(cards(other, "Ann's alone")).toHaveCount(1)
  await ann.context().addCookies(await max.context().cookies())
  for (const writes of both) writes.isAway = false
  for (const page of [ann, other]) {
    await expect(page.getByText('to be sent.')).toBeHidden({ timeout: 20_000 })
    await expect(page.getByRole('button', { name: 'Acme' })).toBeVisible()
    await expect(cards(page, "Ann's alone")).toHaveCount(0)
  }
  await expect(cards(max, "Ann's alone")).toHaveCount(0)
})

test('what is deleted by signing out in another tab is gone while this one is open', async ({ ann }) => {
  await ann.goto(team.board)
  const other = await ann.context().newPage()
  await other.goto(team.board)
  const kept = () =>
    other.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).join())
  await expect.poll(kept).toContain('tandem-outbox:')
  await other.getByRole('button', { name: /account and settings/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/(\?.*)?$/)
  expect(await kept()).not.toContain('tandem-outbox:')
})
