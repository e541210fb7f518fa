import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { readVisibleListLines } from '../support/list.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const list = (page: Page) => page.getByRole('list', { name: 'List' })
const lines = (page: Page) => page.locator('[data-item]')
const line = (page: Page, name: string) =>
  lines(page).filter({ has: page.getByRole('link', { name, exact: true }) })
const title = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
const card = (page: Page, name: string) => page.locator('[data-card]').filter({ hasText: name })
const column = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`)
const inSidebar = (page: Page) => page.getByRole('link', { name: /^Drafts/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a draft is saved on close, shown in all tabs, continued and created by keyboard', async ({
  ann,
  max,
}) => {
  const other = await ann.context().newPage()
  await other.goto(`/${team.slug}/drafts`)
  await expect(other.getByText('No drafts')).toBeVisible()
  await visit(max, `/${team.slug}/drafts`)
  await visit(ann, team.board)
  await expect(ann.getByRole('button', { name: 'New work item' }).first()).toBeVisible()
  await ann.keyboard.press('c')
  const making = dialog(ann, 'New work item')
  await making.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
  await making.getByRole('textbox', { name: 'Description' }).fill('And how it goes on')
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('Draft saved')).toBeVisible()
  await expect(inSidebar(ann)).toHaveText('Drafts1')
  await expect(lines(other)).toContainText(['Half a thought'])
  await expect(lines(other)).toContainText('And how it goes on')
  await expect(lines(max)).toHaveCount(0)
  // The dialog for the next item starts empty.
  await ann.keyboard.press('c')
  await expect(making.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  await ann.keyboard.press('Escape')
  await expect(making).toHaveCount(0)
  await ann.keyboard.press('g')
  await ann.keyboard.press('j')
  await expect(ann).toHaveURL(/\/drafts$/)
  await title(ann, 'Half a thought').press('Enter')
  const editing = dialog(ann, 'Edit draft')
  await expect(editing.getByRole('textbox', { name: 'Description' })).toHaveText('And how it goes on')
  await editing.getByRole('textbox', { name: 'Title' }).fill('A whole thought')
  await ann.keyboard.press('Escape')
  await expect(lines(other)).toContainText(['A whole thought'])
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(lines(other)).toContainText(['Half a thought'])
  await expectAccessible(ann)
  await line(ann, 'Half a thought').getByRole('button', { name: 'Actions' }).press('Enter')
  await ann.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(other.getByText('No drafts')).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(lines(other)).toContainText(['Half a thought'])
  await title(ann, 'Half a thought').press('Enter')
  await expect(editing.getByRole('textbox', { name: 'Description' })).toHaveText('And how it goes on')
  await editing.getByRole('textbox', { name: 'Title' }).press('ControlOrMeta+Enter')
  await expect(inSidebar(ann)).toHaveText('Drafts')
  await expect(other.getByText('No drafts')).toBeVisible()
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(max.getByRole('button', { name: 'Edit Title: Half a thought' })).toBeVisible()
  await expect(max.getByRole('textbox', { name: 'Description' })).toHaveText('And how it goes on')
  await other.close()
})

test('a draft is created as an item from the list, or opened if it has no title', async ({ ann }) => {
  const params = { slug: team.slug }
  const { project_id } = team
  await team.ann.call('createDraft', {
    params,
    body: { name: 'Ready', project_id, description_html: '<p>All of it</p>' },
  })
  await team.ann.call('createDraft', { params, body: { project_id, priority: 'high' } })
  await visit(ann, `/${team.slug}/drafts`)
  await title(ann, 'Untitled').focus()
  await ann.keyboard.press('ArrowDown')
  await expect(title(ann, 'Ready')).toBeFocused()
  await line(ann, 'Ready').getByRole('button', { name: 'Actions' }).click()
  await ann.getByRole('menuitem', { name: 'Create work item' }).click()
  await expect(lines(ann)).toHaveCount(1)
  await expect(ann.getByText('ATL-1 created')).toBeVisible()
  const item = await team.ann.call('getWorkItemByKey', { params: { ...params, key: 'ATL-1' } })
  expect(item).toMatchObject({ name: 'Ready', description_html: '<p>All of it</p>' })
  await line(ann, 'Untitled').getByRole('button', { name: 'Actions' }).click()
  await ann.getByRole('menuitem', { name: 'Create work item' }).click()
  await expect(dialog(ann, 'Edit draft')).toBeVisible()
})

test('the text of a draft is loaded again after an error and not overwritten', async ({ ann }) => {
  const params = { slug: team.slug }
  const draft = await team.ann.call('createDraft', {
    params,
    body: { name: 'Kept', description_html: '<p>Words</p>' },
  })
  await visit(ann, `/${team.slug}/drafts`)
  await ann.route(`**/draft-issues/${draft.id}/`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await title(ann, 'Kept').click()
  const editing = dialog(ann, 'Edit draft')
  await expect(editing.getByRole('alert')).toContainText('This could not be loaded')
  await editing.getByRole('textbox', { name: 'Title' }).fill('Kept, renamed')
  await ann.keyboard.press('Escape')
  await expect(lines(ann)).toContainText(['Kept, renamed'])
  await expect
    .poll(() => team.ann.call('getDraft', { params: { ...params, id: draft.id } }))
    .toMatchObject({ name: 'Kept, renamed', description_html: '<p>Words</p>' })
})

test('drafts are filtered, grouped and ordered, and the settings are kept', async ({ ann }) => {
  const params = { slug: team.slug }
  const { project_id } = team
  for (const body of [
    { name: 'First', project_id, priority: 'low' as const },
    { name: 'Second', priority: 'urgent' as const },
    { name: 'Third', project_id, priority: 'urgent' as const, target_date: '2030-01-02' },
  ])
    await team.ann.call('createDraft', { params, body })
  await visit(ann, `/${team.slug}/drafts`)
  await expect.poll(() => readVisibleListLines(ann)).toEqual(['All drafts3', 'Third', 'Second', 'First'])
  await ann.getByRole('button', { name: 'Display' }).click()
  await ann.getByRole('combobox', { name: 'Group by' }).click()
  await ann.getByRole('option', { name: 'Project' }).click()
  await ann.keyboard.press('Escape')
  await expect.poll(() => readVisibleListLines(ann)).toEqual(['AAtlas2', 'Third', 'First', 'None1', 'Second'])
  await ann.reload()
  await expect.poll(() => readVisibleListLines(ann)).toEqual(['AAtlas2', 'Third', 'First', 'None1', 'Second'])
  const filters = JSON.stringify({ priority__in: 'urgent' })
  await visit(ann, `/${team.slug}/drafts?filters=${encodeURIComponent(filters)}`)
  await expect.poll(() => readVisibleListLines(ann)).toEqual(['AAtlas1', 'Third', 'None1', 'Second'])
  await visit(ann, `/${team.slug}/projects/${project_id}/draft-issues`)
  await expect(ann).toHaveURL(/\/drafts$/)
  await expect.poll(() => readVisibleListLines(ann)).toEqual(['All drafts2', 'Third', 'First'])
  await expectAccessible(ann)
})

test('a card of the board by priority changes its draft, for one and for many', async ({ ann }) => {
  const params = { slug: team.slug }
  const { project_id } = team
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three'])
    ids.push((await team.ann.call('createDraft', { params, body: { name, project_id } })).id)
  const stored = async () => {
    const { results } = await team.ann.call('listDrafts', { params })
    return Object.fromEntries(results.map(({ name, priority }) => [name, priority]))
  }
  await visit(ann, `/${team.slug}/drafts`)
  await ann.getByRole('button', { name: 'Board' }).click()
  await expect(column(ann, 'none').locator('[data-item]')).toHaveCount(3)
  await drag(card(ann, 'One'), column(ann, 'low').getByRole('heading'))
  await expect(column(ann, 'low').locator('[data-item]')).toHaveText(/One/)
  await expect.poll(stored).toEqual({ One: 'low', Two: 'none', Three: 'none' })
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(column(ann, 'none').locator('[data-item]')).toHaveCount(3)
  await expect.poll(stored).toEqual({ One: 'none', Two: 'none', Three: 'none' })
  await card(ann, 'Two').focus()
  await ann.keyboard.press('x')
  await card(ann, 'Three').focus()
  await ann.keyboard.press('x')
  await ann.keyboard.press('p')
  await ann.getByRole('option', { name: 'High' }).click()
  await expect(column(ann, 'high').locator('[data-item]')).toHaveCount(2)
  await expect.poll(stored).toEqual({ One: 'none', Two: 'high', Three: 'high' })
  await ann.keyboard.press('Delete')
  await expect(lines(ann)).toHaveCount(1)
  await expect.poll(stored).toEqual({ One: 'none' })
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(lines(ann)).toHaveCount(3)
  await expect.poll(stored).toEqual({ One: 'none', Two: 'high', Three: 'high' })
  // A list of work items shows no drafts, also after the screen of drafts was open.
  await ann.getByRole('link', { name: 'Work items' }).first().click()
  await expect(ann.getByText('No work items yet')).toBeVisible()
  await expect(lines(ann)).toHaveCount(0)
})
