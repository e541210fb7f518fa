import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, signIn, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const names = (page: Page) =>
  page
    .locator('[data-card]')
    .allTextContents()
    .then((texts) => texts.map((text) => text.replace(/^\S+ /, '')).toSorted())
const prioritise = (id: string, priority: 'urgent' | 'low') =>
  team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { priority },
  })

async function addFilter(page: Page, field: string, ...values: string[]) {
  await page.getByRole('combobox', { name: 'Add a filter' }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
  for (const value of values) await page.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('a link shows the same filtered list, which updates live', async ({ ann, max }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  await expect(ann.getByText('2 work items', { exact: true })).toBeVisible()
  await addFilter(ann, 'Priority', 'Urgent', 'High')
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await expect(ann.getByText('1 work item', { exact: true })).toBeVisible()
  await expect(ann.getByText('4 empty groups hidden')).toBeVisible()
  await ann.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(ann.getByText('empty groups hidden')).toBeHidden()
  await expect(ann.getByRole('region', { name: /^Done/ })).toBeVisible()

  await max.goto(ann.url())
  await expect.poll(() => names(max)).toEqual(['Fire'])
  await expect(max.getByRole('combobox', { name: 'Priority', exact: true })).toHaveText('Urgent, High')
  // If a user opens a link with filters, the filters are not stored as the user's preference.
  await visit(max, team.board)
  await expect.poll(() => names(max)).toEqual(['Calm', 'Fire'])
  await max.goBack()
  await expect.poll(() => names(max)).toEqual(['Fire'])

  const calm = await createItem(team, 'Storm')
  await prioritise(calm.id, 'urgent')
  await prioritise(fire.id, 'low')
  await expect.poll(() => names(ann)).toEqual(['Storm'])
  await expect.poll(() => names(max)).toEqual(['Storm'])
  await max.reload()
  await expect.poll(() => names(max)).toEqual(['Storm'])
})

test('the filter menu and the palette find values and set them', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  const palette = ann.getByRole('combobox', { name: 'Command palette' })
  await ann.locator(`[data-item="${fire.id}"]`).hover()
  await ann.keyboard.press('Control+k')
  await palette.fill('urgent')
  await expect(ann.getByRole('option', { name: 'Priority is Urgent' })).toBeVisible()
  await ann.getByRole('option', { name: 'Set priority to Urgent' }).click()
  await expect(palette).toBeHidden()
  await ann.keyboard.press('f')
  await ann.keyboard.type('urgnt')
  await ann.getByRole('option', { name: 'Priority is Urgent' }).click()
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await ann.keyboard.press('Control+k')
  await palette.fill('high')
  await ann.getByRole('option', { name: 'Priority is High' }).click()
  await expect(ann.getByRole('combobox', { name: 'Priority', exact: true })).toHaveText('Urgent, High')
  await ann.keyboard.press('Control+k')
  await palette.fill('invtie')
  await expect(ann.getByRole('option', { name: 'Invite people', selected: true })).toBeVisible()
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('dialog', { name: /Invite/ })).toBeVisible()
})

test('typed words filter by the user, by a missing value and by an excluded value', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  const add = async (typed: string, option: string) => {
    await ann.keyboard.press('f')
    await ann.keyboard.type(typed)
    await expect(ann.getByRole('option').first()).toHaveText(option)
    await ann.keyboard.press('Enter')
  }
  await add('no due date', 'Due date is empty')
  await expect(ann.getByRole('combobox', { name: 'Due date', exact: true })).toHaveText('is empty')
  await add('not urgent', 'Priority is not Urgent')
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await add('my', 'Assignee is me')
  await expect(ann.getByText('No work items match the filters')).toBeVisible()
})

test('filters are saved for the user and can be cleared', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  await addFilter(ann, 'Priority', 'Urgent')
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await ann.getByRole('button', { name: 'Priority is', exact: true }).click()
  await ann.getByRole('menuitemradio', { name: 'is none of' }).click()
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await visit(ann, `/${team.slug}`)
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await ann.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  await expect(ann).not.toHaveURL(/filters/)
})

test('an empty search result differs from an empty list', async ({ ann }) => {
  await createItem(team, 'Calm')
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await addFilter(ann, 'Assignees', 'Ann')
  await expect(ann.getByText('No work items match the filters')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await addFilter(ann, 'Assignees', 'Unassigned')
  await expect.poll(() => names(ann)).toEqual(['Calm'])
})

test('a filter from a link that the bar cannot show is kept', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  const tree = { or: [{ priority: 'urgent' }, { priority: 'high' }] }
  await visit(ann, `${team.board}?filters=${encodeURIComponent(JSON.stringify(tree))}`)
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await expect(ann.getByText('Advanced filter')).toBeVisible()
  await visit(ann, `${team.board}?filters=nonsense`)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
})

test('a date filter accepts a period or two days', async ({ ann }) => {
  await createItem(team, 'Undated')
  const { id } = await createItem(team, 'Due')
  const due = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { target_date: due },
  })
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Due', 'Undated'])
  await addFilter(ann, 'Due date', 'in the next 7 days')
  await expect.poll(() => names(ann)).toEqual(['Due'])
  // The test waits until the popup is closed, because the field in the popup has the same role and name as the filter.
  await expect(ann.getByPlaceholder('Date, period or number of days')).toBeHidden()
  const when = ann.getByRole('combobox', { name: 'Due date', exact: true })
  await when.click()
  await ann.getByRole('option', { name: 'between', exact: true }).click()
  await ann.getByRole('textbox', { name: 'Type a date' }).fill('+5')
  await ann.keyboard.press('Enter')
  await expect.poll(() => names(ann)).toEqual([])
  await ann.getByRole('button', { name: 'Remove Due date' }).click()
  await expect.poll(() => names(ann)).toEqual(['Due', 'Undated'])
})

test('filters are added and changed by keyboard and read as sentences', async ({ ann }) => {
  await createItem(team, 'Undated')
  const { id } = await createItem(team, 'Late')
  const due = (target_date: string) =>
    team.ann.call('updateWorkItem', {
      params: { slug: team.slug, project_id: team.project_id, id },
      body: { target_date },
    })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await due(inDays(-3))
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Late', 'Undated'])
  const type = (text: string) => ann.keyboard.type(text)
  const enter = () => ann.keyboard.press('Enter')
  const option = (name: string) => ann.getByRole('option', { name, exact: true })

  await type('f')
  await expect(option('Due date')).toBeVisible()
  await type('due')
  await enter()
  await expect(option('is overdue')).toBeVisible()
  await type('20')
  await enter()
  await expect.poll(() => names(ann)).toEqual([])
  const chip = ann.locator('button[aria-label="Due date"]')
  await expect(chip).toHaveText('in the next 20 days')
  await expect(chip).toBeFocused()
  // If the due date of an item changes, the item appears in the filtered list or disappears from it.
  await due(inDays(19))
  await expect.poll(() => names(ann)).toEqual(['Late'])
  await due(inDays(20))
  await expect.poll(() => names(ann)).toEqual([])
  await enter()
  await expect(option('is overdue')).toBeVisible()
  await type('not empty')
  await enter()
  await expect(chip).toHaveText('is not empty')
  await expect.poll(() => names(ann)).toEqual(['Late'])
  await ann.reload()
  await expect(chip).toHaveText('is not empty')
  await ann.getByRole('button', { name: 'Remove Due date' }).press('Enter')
  await expect.poll(() => names(ann)).toEqual(['Late', 'Undated'])

  await ann.locator('[data-card]').first().focus()
  await type('f')
  await expect(option('Title')).toBeVisible()
  await type('titl')
  await enter()
  await ann.getByRole('textbox', { name: 'Words in the title' }).fill('UND')
  await enter()
  await expect.poll(() => names(ann)).toEqual(['Undated'])
  await expect(ann.getByRole('button', { name: '“UND”' })).toBeFocused()
})

test('a list that stays open over midnight updates its relative filters', async ({ server, browser }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  for (const [name, target_date] of [
    ['First', '2026-03-10'],
    ['Second', '2026-03-11'],
  ] as const) {
    const { id } = await createItem(team, name)
    await team.ann.call('updateWorkItem', { params: { ...params, id }, body: { target_date } })
  }
  const view = await team.ann.call('createView', {
    params,
    body: { name: 'Today', rich_filters: { target_date__within: 'today' } },
  })
  const context = await browser.newContext({ baseURL: server.url })
  const late = await context.newPage()
  await signIn(context, server, team.ann)
  await late.clock.install({ time: new Date('2026-03-10T23:58:30Z') })
  await visit(late, `/${team.slug}/projects/${team.project_id}/views/${view.id}`)
  const items = () =>
    late.locator('[data-item]').evaluateAll((all) => all.map((one) => one.textContent?.slice(0, 200)))
  await expect.poll(items).toEqual([expect.stringContaining('First')])
  await late.clock.runFor(95_000)
  await expect.poll(items).toEqual([expect.stringContaining('Second')])
  await context.close()
})

test('typing filters the list, and Escape returns the focus', async ({ ann, max }) => {
  for (const name of ['Crane', 'Quay', 'Crane driver']) await createItem(team, name)
  const { project_id } = team
  const shown = (page: Page) =>
    page.locator('[data-item]').evaluateAll((all) => [...new Set(all.map((one) => one.textContent))].length)
  const field = ann.getByRole('textbox', { name: 'Find in list' })
  for (const layout of ['list', 'spreadsheet', 'gantt_chart'] as const) {
    await team.ann.call('updateUserProperties', {
      params: { slug: team.slug, project_id },
      body: { display_filters: { layout } },
    })
    await visit(ann, team.board)
    await expect.poll(() => shown(ann)).toBe(3)
    if (layout === 'list') await expect(ann.getByText('In Progress')).toBeVisible()
    const quay = ann.locator('[data-item]', { hasText: 'Quay' }).locator('[data-card]').first()
    if (layout !== 'spreadsheet') await quay.focus()
    await ann.keyboard.press('/')
    await expect(field).toBeFocused()
    await ann.keyboard.type('cran')
    await expect.poll(() => shown(ann)).toBe(2)
    if (layout === 'list') await expect(ann.getByText('In Progress')).toBeHidden()
    await ann.keyboard.press('Escape')
    await expect.poll(() => shown(ann)).toBe(3)
    if (layout !== 'spreadsheet') await expect(quay).toBeFocused()
    await expect(field).toBeHidden()
  }
  // The shortcut `/` also opens the search in the board layout. The search affects only the list of the user
  // who searches.
  await team.ann.call('updateUserProperties', {
    params: { slug: team.slug, project_id },
    body: { display_filters: { layout: 'kanban' } },
  })
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect.poll(() => names(ann)).toHaveLength(3)
  await ann.keyboard.press('/')
  await expect(field).toBeFocused()
  await ann.keyboard.type('atl-2')
  await expect.poll(() => names(ann)).toEqual(['Quay'])
  await expect(ann.locator('[data-cell]')).toHaveCount(1)
  await field.fill('crane')
  await expect.poll(() => names(ann)).toEqual(['Crane', 'Crane driver'])
  await createItem(team, 'Another crane')
  await expect.poll(() => names(ann)).toEqual(['Another crane', 'Crane', 'Crane driver'])
  await expect.poll(() => names(max)).toHaveLength(4)
  await field.fill('nothing like it')
  await expect(ann.getByText('No matching work items')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.poll(() => names(ann)).toHaveLength(4)
  expect(await ann.locator('[data-cell]').count()).toBeGreaterThan(3)
  await ann.reload()
  await expect.poll(() => names(ann)).toHaveLength(4)
})
