import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const palette = (page: Page) => page.getByPlaceholder('Type a command or search…')
const options = (page: Page) => page.getByRole('option')

test('the palette finds all kinds, with the exact key first', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Crème brûlée')
  await team.ann.call('createPage', { params, body: { name: 'Crème recipes' } })
  await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Print the menu', description_html: '<p>All recipes of it</p>' },
  })
  await team.ann.call('createPage', { params, body: { name: 'Crème secrets', access: 1 } })
  await team.ann.call('createWorkspaceView', { params, body: { name: 'Creme of all' } })
  await team.ann.call('createComment', {
    params: { ...params, id: item.id },
    body: { comment_html: '<p>More creme, please</p>' },
  })
  await visit(max, `/${team.slug}/settings/members`)
  await expect(max.getByRole('heading', { name: 'Members' }).first()).toBeAttached()
  await max.keyboard.press('Control+k')
  await palette(max).pressSequentially('creme')
  await expect(options(max).filter({ hasText: 'Crème brûlée' })).toBeVisible()
  await expect(options(max).filter({ hasText: 'Crème recipes' })).toBeVisible()
  await expect(options(max).filter({ hasText: 'Creme of all' })).toBeVisible()
  await expect(options(max).filter({ hasText: 'More creme, please' })).toBeVisible()
  await expect(options(max).filter({ hasText: 'Crème secrets' })).toHaveCount(0)
  await expect(options(max).filter({ hasText: 'brûlée' }).locator('mark')).toHaveText('Crème')
  await expectAccessible(max, { name: 'palette with what is found' })
  await palette(max).fill(`atl-${item.sequence_id}`)
  await expect(options(max).first()).toContainText('Crème brûlée')
  // A matching title comes before other matches, and Enter opens it.
  await palette(max).fill('recip')
  await expect(options(max).first()).toContainText('Crème recipes')
  await max.keyboard.press('Enter')
  await expect(max).toHaveURL(/\/pages\/[0-9a-f-]{36}$/)

  // A new item of a colleague is found immediately.
  await visit(ann, `/${team.slug}/search`)
  await createItem(team, 'Pistachio')
  await expect(async () => {
    await ann.getByRole('searchbox').fill('')
    await ann.getByRole('searchbox').fill('pistach')
    await expect(ann.getByRole('link', { name: /Pistachio/ })).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('the search screen filters, loads more and supports keys', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  for (let n = 1; n <= 33; n++) await createItem(team, `Marble ${n}`)
  await team.ann.call('createPage', { params, body: { name: 'Marble page' } })
  await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Stone', description_html: '<p>Made of marble, they say</p>' },
  })
  await visit(ann, `/${team.slug}/search?q=marble`)
  const rows = ann.getByRole('list', { name: 'Results' }).getByRole('link')
  await expect(rows.first()).toContainText('Marble page')
  // The client loads the next page of results when the user scrolls near the end.
  await rows.last().scrollIntoViewIfNeeded()
  await expect(ann.getByText('35 results', { exact: true })).toBeVisible()
  await expect(rows.last()).toContainText('Made of marble, they say')
  await expectAccessible(ann, { name: 'search' })

  await ann.getByRole('combobox', { name: 'Types' }).click()
  await ann.getByRole('option', { name: 'Pages' }).click()
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('1 result', { exact: true })).toBeVisible()
  await expect(ann).toHaveURL(/type=page/)
  await ann.reload()
  await expect(rows).toHaveCount(1)
  await ann.getByRole('button', { name: 'Clear filters' }).click()
  await ann.getByRole('searchbox').fill('nothing like this')
  await expect(ann.getByText('Nothing found')).toBeVisible()
  await expectAccessible(ann, { name: 'search without results' })
  await ann.getByRole('searchbox').fill('marble 33')
  await expect(rows).toHaveCount(1)
  await ann.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()
  await ann.keyboard.press('ArrowUp')
  await expect(ann.getByRole('searchbox')).toBeFocused()
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('Enter')
  await expect(ann).toHaveURL(/\/browse\/ATL-33$/)
})

test('a profile shows activities live and exports a day', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const { id: annId } = await team.ann.call('getMe', {})
  const body = { name: 'Polish the lens', assignee_ids: [annId], priority: 'high' as const }
  const item = await team.ann.call('createWorkItem', { params, body })
  await visit(max, `/${team.slug}/profile/${team.ann.id}`)
  const figures = max.getByLabel('Statistics')
  await expect(figures).toContainText('Assigned1')
  await expect(max.getByRole('link', { name: /Polish the lens/ }).first()).toBeVisible()
  await expectAccessible(max, { name: 'profile' })
  // The screen updates the statistics when an item changes.
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: item.id },
    body: { state_id: team.states['Done'] ?? '' },
  })
  await expect(figures).toContainText('Done1')
  await max.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(max.getByText(/from Backlog to Done/)).toBeVisible()
  await expectAccessible(max, { name: 'activity of a person' })
  const file = max.waitForEvent('download')
  await max.getByRole('button', { name: 'Export day' }).click()
  expect((await file).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
  await visit(ann, `/${team.slug}/profile/${team.ann.id}`)
  await expect(ann.getByRole('heading', { name: /Overview · Your work/ })).toBeAttached()
})
