import { expect, type Page } from '@playwright/test'
import { type HoldingProxy, startHoldingProxy } from '../../support/holding-proxy.ts'
import { answerIsStored, appIsStored, countAnswers } from '../support/stored-app.ts'
import { countStoredText } from '../support/stored-documents.ts'
import { createItem, createTwoUserProject, signIn, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let proxy: HoldingProxy

// The service worker stores the app only if the data saver is off, and `preloads` turns it off.
test.use({ preloads: true })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  proxy = await startHoldingProxy(server.url)
})

test.afterEach(() => proxy.close())

/** Opens a screen in a new load of the page, without waiting for files that the server sends late. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(proxy.url + path, { waitUntil: 'commit' })
}

test('main screens show stored data before the server answers, and then the changes', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Paint the fence')
  const removed = await createItem(team, 'Sell the fence')
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: item.id },
    body: {
      assignee_ids: [team.ann.id],
      target_date: '2020-01-01',
      description_html: '<p>Two coats of green</p>',
    },
  })
  await team.max.call('createComment', {
    params: { ...params, id: item.id },
    body: { comment_html: '<p>Which color?</p>' },
  })
  const page = await team.ann.call('createPage', {
    params,
    body: { name: 'Colors of fences', description_html: '<p>Green lasts longest</p>' },
  })
  const screens: [path: string, text: string, part: string][] = [
    [`/${team.slug}/browse/ATL-1`, 'Two coats of green', '/work-items/'],
    [`/${team.slug}/projects/${team.project_id}/pages/${page.id}`, 'Green lasts longest', '/pages/'],
    [`/${team.slug}/notifications`, 'Paint the fence', '/notifications/'],
    ['/', 'Paint the fence', '/recent-visits/'],
    [team.board, 'Paint the fence', '/issues/'],
  ]
  for (const [path, text, part] of screens) {
    await open(ann, path)
    await expect(ann.locator('#main').getByText(text).first()).toBeVisible()
    // The text of a screen is stored with its document, which is loaded after the rest.
    const editor = ann.locator('#main [contenteditable="true"]').filter({ hasText: text })
    if (path.includes('/pages/') || path.includes('/browse/')) await expect(editor).toBeVisible()
    await appIsStored(ann)
    await answerIsStored(ann, part)
    // Without the version of the stored data, the next start would delete the data.
    await answerIsStored(ann, 'changes:')
  }
  for (const [path, text] of screens) {
    proxy.hold()
    await open(ann, path)
    await expect(ann.locator('#main').getByText(text).first(), path).toBeVisible()
    if (path === team.board) break
    proxy.release()
    await expect.poll(() => ann.evaluate(() => document.readyState)).toBe('complete')
  }
  await expect(ann.getByText(removed.name)).toBeVisible()
  await createItem(team, 'Build a gate')
  await team.ann.call('deleteWorkItem', { params: { ...params, id: removed.id } })
  // A skeleton would show that the list disappears while it is loaded again.
  const skeletons = await countLaterSkeletons(ann)
  proxy.release()
  await expect(ann.getByText('Build a gate')).toBeVisible()
  await expect(ann.getByText(removed.name)).toHaveCount(0)
  expect(await skeletons()).toBe(0)
})

/** Counts the loading states that appear in the page from now on. */
async function countLaterSkeletons(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const found = { count: 0 }
    const skeleton = '[class*="ui-breathe"]'
    const isLoading = (node: Node) =>
      node instanceof Element && (node.matches(skeleton) || node.querySelector(skeleton) !== null)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (isLoading(node)) found.count++
    }).observe(document.body, { childList: true, subtree: true })
    return found
  })
  return () => counter.evaluate(({ count }) => count)
}

test('another account does not see stored data before the server answers', async ({ ann }) => {
  const item = await createItem(team, 'Only for Ann')
  await open(ann, `/${team.slug}/browse/ATL-1`)
  await expect.poll(() => countStoredText(ann, item.id)).toBeGreaterThan(0)
  await open(ann, team.board)
  await expect(ann.getByText('Only for Ann')).toBeVisible()
  await appIsStored(ann)
  await answerIsStored(ann, '/issues/')
  await ann.goto('about:blank')
  // Simulates a sign-in of Max without Tandem's sign-in screen, for example by a link of an identity provider.
  await ann.context().clearCookies()
  await signIn(ann.context(), proxy, team.max)
  await ann.context().addCookies([{ name: 'signed-in-user', value: team.max.id, url: proxy.url }])
  proxy.hold()
  // The client opens the socket after it has looked for stored data.
  const socket = ann.waitForEvent('websocket')
  await open(ann, team.board)
  await socket
  await expect(ann.locator('#main')).toHaveCount(0)
  proxy.release()
  await expect(ann.getByText('Only for Ann')).toBeVisible()
  await expect.poll(() => countStoredText(ann, item.id)).toBe(0)
})

test('the security settings show and delete what this browser stores, and turn storing off', async ({
  ann,
}) => {
  await ann.goto(`/${team.slug}/settings/profile/security`)
  await answerIsStored(ann, '/users/me/')
  await ann.reload()
  const section = ann.locator('section').filter({ hasText: 'Data on this device' })
  await expect(section.getByText(/^\d[\d.]* (byte|kB|MB).* stored$/)).toBeVisible()
  await section.getByRole('button', { name: 'Delete stored data' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete stored data' }).click()
  await expect(ann.getByText('Stored data deleted')).toBeVisible()
  await expect(section.getByText('0 bytes stored')).toBeVisible()
  await section.getByRole('switch').click()
  await expect(section.getByText(/^Only open texts/)).toBeVisible()
  await ann.reload()
  await expect(section.getByText(/^Only open texts/)).toBeVisible()
  expect(await countAnswers(ann, '/')).toBe(0)
})
