import { expect, type Page } from '@playwright/test'
import { role } from '#common/platform/roles.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, signIn, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  screen = `/${team.slug}/notifications`
})

const lines = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: count === 0 ? 'Inbox' : `Inbox ${count}`, exact: true })

async function followed(name: string): Promise<{ id: string; sequence_id: number }> {
  const item = await createItem(team, name)
  await team.max.call('subscribe', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
  })
  return item
}

const say = (item: { id: string }, comment_html: string) =>
  team.ann.call('createComment', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
    body: { comment_html },
  })

test('a comment sets the badge on both screens of a user, and reading it clears both', async ({
  server,
  ann,
  max,
  elsewhere,
}) => {
  const item = await followed('Quay lamps')
  await signIn(elsewhere, server, team.max)
  const second = await elsewhere.newPage()
  await Promise.all([visit(max, screen), second.goto(team.board), visit(ann, `/${team.slug}/browse/ATL-1`)])
  await expect(max.getByText('You are all caught up')).toBeVisible()
  await expect(badge(second, 0)).toBeVisible()

  await ann.getByRole('button', { name: 'Leave a comment…' }).click()
  await ann.keyboard.type('Two of them are out')
  await ann.keyboard.press('Control+Enter')
  await expect(badge(max, 1)).toBeVisible()
  await expect(badge(second, 1)).toBeVisible()
  await expect(second).toHaveTitle(/^\(1\) /)
  await expect(second.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/png/)
  await expect(lines(max)).toHaveText([/Quay lamps.*Ann commented.*Two of them are out/s])
  await expectAccessible(max)

  // The item is shown next to the list, and showing it marks it as read.
  await max.keyboard.press('j')
  await expect(
    max.getByRole('region', { name: 'Quay lamps' }).getByText('Two of them are out'),
  ).toBeInViewport()
  await expect(badge(max, 0)).toBeVisible()
  await expect(badge(second, 0)).toBeVisible()
  await expect(second).toHaveTitle(/^(?!\()/)

  // New events are marked as read while the item is visible.
  await say(item, '<p>Three by now</p>')
  await expect(max.getByRole('region', { name: 'Quay lamps' }).getByText('Three by now')).toBeVisible()
  await expect(lines(max)).toHaveText([/Quay lamps.*Three by now/s])
  await expect(max.getByText('Unread', { exact: true })).toHaveCount(0)
})

test('shortcuts mark as unread, snooze and archive, and Undo reverts them', async ({ max }) => {
  const [one, two] = [await followed('First'), await followed('Second')]
  await say(one, '<p>Of the first</p>')
  await say(two, '<p>Of the second</p>')
  await visit(max, team.board)
  await expect(badge(max, 2)).toBeVisible()
  await max.keyboard.press('g')
  await max.keyboard.press('x')
  await expect(lines(max)).toHaveText([/Second/, /First/])

  await max.keyboard.press('j')
  await expect(badge(max, 1)).toBeVisible()
  await max.keyboard.press('u')
  await expect(badge(max, 2)).toBeVisible()
  await max.keyboard.press('h')
  await max.getByRole('menuitem', { name: /Until tomorrow/ }).click()
  await expect(lines(max)).toHaveText([/First/])
  await expect(max.getByRole('region', { name: 'First' }).getByText('Of the first')).toBeVisible()
  await expect(badge(max, 0)).toBeVisible()
  await max.keyboard.press('e')
  await expect(max.getByText('You are all caught up')).toBeVisible()
  // The notification is archived, not the item.
  await expect(max.getByText(/^Notification about ATL-\d+ archived$/)).toBeVisible()
  await max.keyboard.press('Control+z')
  await expect(lines(max)).toHaveText([/First/])
  await max.keyboard.press('Control+z')
  await expect(lines(max)).toHaveText([/Second/, /First/])
  await expect(badge(max, 1)).toBeVisible()

  await max.keyboard.press('f')
  await max.getByRole('menuitemradio', { name: 'Unread' }).click()
  await expect(lines(max)).toHaveText([/Second/])
  await max.keyboard.press('Shift+U')
  await expect(max.getByText('No unread notifications')).toBeVisible()
  await expect(badge(max, 0)).toBeVisible()
  await max.keyboard.press('Control+z')
  await expect(lines(max)).toHaveText([/Second/])
  await expect(badge(max, 1)).toBeVisible()
})

test('a mention in a page appears in the inbox, quotes names and opens the page', async ({ max }) => {
  const mention = `<mention-component entity_name="user_mention" entity_identifier="${team.max.id}"></mention-component>`
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', {
    params,
    body: { name: 'Berth plan', description_html: `<p>Ask ${mention}</p>` },
  })
  await visit(max, screen)
  await expect(lines(max)).toHaveText([/Berth plan.*Ann mentioned you in the text.*Page/s])
  await expect(max.getByText('All 1', { exact: true })).toBeVisible()
  await expect(max.getByText('Mentions 1', { exact: true })).toBeVisible()
  await max.keyboard.press('j')
  await expect(badge(max, 0)).toBeVisible()
  await team.ann.call('createPageComment', {
    params: { ...params, page_id: page.id },
    body: {
      comment_html: `<p>Here, ${mention}</p>`,
      anchor: { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Ask', prefix: '', suffix: '' },
    },
  })
  const pane = max.getByRole('region', { name: 'Berth plan' })
  await expect(pane.getByText('Here, @Max')).toBeVisible()
  const thread = pane.getByRole('article', { name: 'Thread on “Ask”' })
  await expectAccessible(max)
  await thread.getByRole('button', { name: 'Reply' }).click()
  await max.keyboard.type('I am on it')
  await max.keyboard.press('ControlOrMeta+Enter')
  await expect(thread.getByRole('listitem')).toContainText(['I am on it'])
  await pane.getByRole('link', { name: 'Open page' }).click()
  await expect(max.getByRole('textbox', { name: 'Title' })).toHaveText('Berth plan')
  await expect(badge(max, 0)).toBeVisible()
})

test('Max is notified when Ann adds him to a project, and opens it', async ({ server, ann, max }) => {
  const { slug, ann: admin, max: added } = await createTwoUserProject(server, { ann, max })
  const { id: project_id } = await admin.call('createProject', {
    params: { slug },
    body: { name: 'Beacon', identifier: 'BEA', network: 0 },
  })
  await visit(max, `/${slug}/notifications`)
  await admin.call('addProjectMembers', {
    params: { slug, project_id },
    body: { members: [{ member_id: added.id, role: role.member }] },
  })
  await max.getByRole('link', { name: /Beacon.*added you to this project/ }).click()
  await max.getByRole('link', { name: 'Open project' }).click()
  await expect(max).toHaveURL(`/${slug}/projects/${project_id}/issues`)
})
