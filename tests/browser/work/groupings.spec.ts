import { expect, type Locator, type Page } from '@playwright/test'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let labels: { rough: string; smooth: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const label = (name: string) => team.ann.call('createLabel', { params, body: { name, color: '#3366ff' } })
  const [rough, smooth] = [await label('Rough'), await label('Smooth')]
  labels = { rough: rough.id, smooth: smooth.id }
})

const look = async (display_filters: Partial<DisplayFilters>) => {
  const params = { slug: team.slug, project_id: team.project_id }
  for (const person of [team.ann, team.max]) {
    await person.call('updateUserProperties', { params, body: { display_filters } })
  }
}
const change = (id: string, body: object) =>
  team.ann.call('updateWorkItem', { params: { slug: team.slug, project_id: team.project_id, id }, body })
const read = (id: string) =>
  team.ann.call('getWorkItem', { params: { slug: team.slug, project_id: team.project_id, id } })
const cell = (page: Page, ...path: string[]) => page.locator(`[data-cell="${path.join('|')}"]`)
const titles = async (page: Page, ...path: string[]) =>
  (
    await cell(page, ...path)
      .locator('[data-card]')
      .allTextContents()
  ).map((text) => text.replace(/^\S+ /, ''))
const card = (page: Page, name: string, ...path: string[]) =>
  cell(page, ...path).locator('[data-card]', { hasText: name })

test("dropping a card on another label replaces only its previous group's label", async ({ ann, max }) => {
  const item = await createItem(team, 'Tagged')
  await change(item.id, { label_ids: [labels.rough] })
  await look({ group_by: 'labels' })
  // A board renders only the columns in sight. On this screen, the columns of all labels are in sight.
  await max.setViewportSize({ width: 2600, height: 800 })
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(card(max, 'Tagged', labels.rough)).toBeVisible()
  await drag(card(ann, 'Tagged', labels.rough), cell(ann, labels.smooth).getByText('Add work item'))
  await expect(card(max, 'Tagged', labels.smooth)).toBeVisible()
  await expect(card(max, 'Tagged', labels.rough)).toHaveCount(0)
  expect((await read(item.id)).label_ids).toEqual([labels.smooth])
  await change(item.id, { label_ids: [labels.rough, labels.smooth] })
  await expect(card(ann, 'Tagged', labels.rough)).toBeVisible()
  await drag(card(ann, 'Tagged', labels.rough), cell(ann, 'None').getByText('Add work item'))
  await expect(card(max, 'Tagged', 'None')).toBeVisible()
  expect((await read(item.id)).label_ids).toEqual([])
})

test('a card dragged across lanes gets the values of column and lane', async ({ ann, max }) => {
  const item = await createItem(team, 'Crosses')
  await createItem(team, 'Stays')
  const [backlog = '', todo = ''] = [team.states['Backlog'], team.states['Todo']]
  await look({ group_by: 'state', sub_group_by: 'priority' })
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect.poll(() => titles(max, backlog, 'none')).toEqual(['Crosses', 'Stays'])
  await drag(card(ann, 'Crosses', backlog, 'none'), cell(ann, todo, 'urgent'))
  await expect.poll(() => titles(max, todo, 'urgent')).toEqual(['Crosses'])
  await expect.poll(() => titles(max, backlog, 'none')).toEqual(['Stays'])
  expect(await read(item.id)).toMatchObject({ state_id: todo, priority: 'urgent', label_ids: [] })
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(max, backlog, 'none')).toEqual(['Crosses', 'Stays'])
  await max.reload()
  await expect.poll(() => titles(max, backlog, 'none')).toEqual(['Crosses', 'Stays'])
})

test('column headers and lane names stay visible during horizontal scrolling', async ({ ann }) => {
  await createItem(team, 'Far', 'Done')
  await look({ group_by: 'state', sub_group_by: 'priority' })
  await visit(ann, team.board)
  const far = card(ann, 'Far', team.states['Done'] ?? '', 'none')
  await expect(far).toBeAttached()
  await far.scrollIntoViewIfNeeded()
  await ann.getByRole('list', { name: 'Lanes' }).hover()
  await ann.mouse.wheel(400, 0)
  const heading = ann.getByRole('button', { name: /^Done/ })
  const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0
  await expect.poll(async () => (await left(heading)) < 800).toBe(true)
  const column = cell(ann, team.states['Done'] ?? '', 'none')
  expect(Math.abs((await left(heading)) - (await left(column)))).toBeLessThan(2)
  await expect(ann.getByRole('button', { name: /^No priority/ })).toBeInViewport({ ratio: 1 })
})

test('the keyboard moves the focus and cards between lanes', async ({ ann, max }) => {
  await createItem(team, 'Climbs')
  const { id } = await createItem(team, 'Low one')
  await change(id, { priority: 'low' })
  const backlog = team.states['Backlog'] ?? ''
  await look({ group_by: 'state', sub_group_by: 'priority' })
  await visit(ann, team.board)
  await visit(max, team.board)
  await card(ann, 'Climbs', backlog, 'none').focus()
  await ann.keyboard.press('ArrowUp')
  await expect(card(ann, 'Low one', backlog, 'low')).toBeFocused()
  await ann.keyboard.press('ArrowDown')
  await expect(card(ann, 'Climbs', backlog, 'none')).toBeFocused()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowUp')
  await ann.keyboard.press('ArrowUp')
  await ann.keyboard.press('Space')
  await expect.poll(() => titles(max, backlog, 'low')).toContain('Climbs')
  await expect(card(ann, 'Climbs', backlog, 'low')).toBeFocused()
})

test('a board with lanes and many columns renders only the columns in sight', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const columns: string[] = []
  for (let at = 10; at < 50; at++) {
    const body = { name: `Label ${at}`, color: '#3366ff', sort_order: at }
    columns.push((await team.ann.call('createLabel', { params, body })).id)
  }
  const [near = '', far = ''] = [columns[0], columns.at(-1)]
  for (const [name, label] of [
    ['Near', near],
    ['Far', far],
  ] as const)
    await team.ann.call('createWorkItem', {
      params,
      body: { name, label_ids: [label], priority: 'low' },
    })
  await look({ group_by: 'labels', sub_group_by: 'priority' })
  await visit(ann, team.board)
  const lane = ann.getByRole('region', { name: 'Low', exact: true }).locator('[data-cell]')
  await expect(card(ann, 'Near', near, 'low')).toBeVisible()
  expect(await lane.count()).toBeLessThan(12)
  await expect(cell(ann, far, 'low')).toHaveCount(0)
  // An arrow key moves the focus to a card in a column that is not rendered yet, and another key moves it back.
  await card(ann, 'Near', near, 'low').focus()
  await ann.keyboard.press('ArrowRight')
  await expect(card(ann, 'Far', far, 'low')).toBeFocused()
  await expect(card(ann, 'Far', far, 'low')).toBeInViewport()
  const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0
  const heading = ann.locator(`[data-board-column="${far}"]`)
  expect(Math.abs((await left(heading)) - (await left(cell(ann, far, 'low'))))).toBeLessThan(2)
  await ann.keyboard.press('ArrowLeft')
  await expect(card(ann, 'Near', near, 'low')).toBeFocused()
  await expect(card(ann, 'Near', near, 'low')).toBeInViewport()
  // The space bar lifts a card, and arrow keys move it to a column outside of the visible area.
  await ann.keyboard.press('Space')
  for (let step = 0; step < 8; step++) await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('Space')
  const moved = card(ann, 'Near', columns[8] ?? '', 'low')
  await expect(moved).toBeFocused()
  await expect(moved).toBeInViewport()
  // The board scrolls while the mouse drags a card at the edge of the board.
  const scroller = ann.locator('[data-scroller]').filter({ has: ann.getByRole('list', { name: 'Lanes' }) })
  const before = await scroller.evaluate((element) => element.scrollLeft)
  const edge = (await scroller.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const from = (await moved.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await ann.mouse.move(from.x + 10, from.y + 5)
  await ann.mouse.down()
  for (const back of [60, 6]) await ann.mouse.move(edge.x + edge.width - back, from.y, { steps: 3 })
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before + 600)
  const middle = { x: edge.x + edge.width / 2, y: from.y }
  await ann.mouse.move(middle.x, middle.y, { steps: 4 })
  // The drag preview is below the mouse, so the cell is searched in all elements at this point.
  const cellBelowMouse = await ann.evaluate(
    ({ x, y }) =>
      document
        .elementsFromPoint(x, y)
        .map((element) => element.closest<HTMLElement>('[data-cell]')?.dataset['cell'])
        .find((name) => name !== undefined) ?? '',
    middle,
  )
  await ann.mouse.up()
  const cellOfNear = () =>
    ann.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[data-cell]')].find((element) =>
          element.textContent.includes('Near'),
        )?.dataset['cell'] ?? '',
    )
  await expect.poll(cellOfNear).toBe(cellBelowMouse)
  expect(columns.indexOf(cellBelowMouse.split('|')[0] ?? '')).toBeGreaterThan(8)
})

test('a card cannot be dropped in a read-only group', async ({ ann }) => {
  const item = await createItem(team, 'Mine')
  await look({ group_by: 'created_by' })
  await visit(ann, team.board)
  await drag(card(ann, 'Mine', team.ann.id), cell(ann, team.max.id))
  await expect(card(ann, 'Mine', team.ann.id)).toBeVisible()
  expect(await read(item.id)).toMatchObject({ created_by: team.ann.id, updated_at: item.updated_at })
})

test('a refused drop is reverted with the reason', async ({ ann }) => {
  await createItem(team, 'Refused')
  const backlog = team.states['Backlog'] ?? ''
  await look({ group_by: 'state', sub_group_by: 'priority' })
  await visit(ann, team.board)
  await expect(card(ann, 'Refused', backlog, 'none')).toBeVisible()
  await ann.route('**/issues/*/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', error: 'No' } })
      : route.fallback(),
  )
  await drag(card(ann, 'Refused', backlog, 'none'), cell(ann, backlog, 'high'))
  await expect(ann.getByText('Your change was not saved')).toBeVisible()
  await expect.poll(() => titles(ann, backlog, 'none')).toEqual(['Refused'])
})

test('quick add in a lane sets both properties, and collapsed lanes are saved', async ({ ann, max }) => {
  const todo = team.states['Todo'] ?? ''
  await look({ group_by: 'state', sub_group_by: 'priority' })
  await visit(ann, team.board)
  await visit(max, team.board)
  await ann.getByRole('button', { name: 'Add a work item to Todo, High' }).click()
  await ann.keyboard.type('Made here')
  await ann.keyboard.press('Enter')
  await expect.poll(() => titles(max, todo, 'high')).toEqual(['Made here'])
  await ann.getByRole('button', { name: /^High/ }).click()
  await expect(card(ann, 'Made here', todo, 'high')).toHaveCount(0)
  await ann.reload()
  await expect(ann.getByRole('button', { name: /^High/ })).toHaveAttribute('aria-expanded', 'false')
  await expect(card(ann, 'Made here', todo, 'high')).toHaveCount(0)
})

test('an empty lane is a line that accepts drops and new items', async ({ ann, max }) => {
  await createItem(team, 'Filed')
  await look({ group_by: 'state', sub_group_by: 'assignees', show_empty_groups: true })
  const [backlog = '', todo = ''] = [team.states['Backlog'], team.states['Todo']]
  await visit(ann, team.board)
  await visit(max, team.board)
  // The user's own lane comes first.
  await expect(max.getByRole('region').first()).toHaveAccessibleName('Max')
  const lane = ann.getByRole('region', { name: 'Max', exact: true })
  expect((await lane.boundingBox())?.height).toBeLessThan(44)
  await drag(card(ann, 'Filed', backlog, 'None'), cell(ann, todo, team.max.id))
  await expect(card(max, 'Filed', todo, team.max.id)).toBeVisible()
  await ann.getByRole('button', { name: 'Add a work item to Ann', exact: true }).click()
  await ann.keyboard.type('Her own')
  await ann.keyboard.press('Enter')
  await expect(card(max, 'Her own', backlog, team.ann.id)).toBeVisible()
})

test('with a sort order by value, a dropped card moves to its sorted position', async ({ ann, max }) => {
  const low = await createItem(team, 'Low')
  await change(low.id, { priority: 'low' })
  const high = await createItem(team, 'High', 'Todo')
  await change(high.id, { priority: 'high' })
  await look({ group_by: 'state', order_by: '-priority' })
  const [backlog = '', todo = ''] = [team.states['Backlog'], team.states['Todo']]
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(card(max, 'Low', backlog)).toBeVisible()
  await drag(card(ann, 'Low', backlog), card(ann, 'High', todo), { targetPosition: { x: 20, y: 2 } })
  await expect.poll(() => titles(max, todo)).toEqual(['High', 'Low'])
})

test('columns can be collapsed or hidden if empty, without accessibility violations', async ({ ann }) => {
  await createItem(team, 'Only one')
  await look({ group_by: 'state', sub_group_by: 'priority' })
  await visit(ann, team.board)
  await expect(ann.getByRole('region', { name: /^Urgent/ })).toBeVisible()
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'Display' }).click()
  await ann.getByRole('switch', { name: 'Empty groups' }).click()
  await ann.keyboard.press('Escape')
  await expect(ann.getByRole('region', { name: /^Urgent/ })).toHaveCount(0)
  await ann.getByRole('button', { name: 'Display' }).click()
  await ann.getByRole('combobox', { name: 'Lanes' }).click()
  await ann.getByRole('option', { name: 'No lanes' }).click()
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Collapse Backlog' }).click()
  await expect(ann.locator('[data-card]')).toHaveCount(0)
  await expect(ann.getByRole('button', { name: 'Expand Backlog' })).toBeFocused()
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('button', { name: 'Collapse Backlog' })).toBeFocused()
  await expect(ann.locator('[data-card]')).toHaveCount(1)
})

test('sub-groups of a list take drops, new items and keyboard moves', async ({ ann, max }) => {
  const { id } = await createItem(team, 'Wanders')
  await change((await createItem(team, 'Urgent one', 'Todo')).id, { priority: 'urgent' })
  const [backlog = '', todo = ''] = [team.states['Backlog'], team.states['Todo']]
  await look({ layout: 'list', group_by: 'state', sub_group_by: 'priority', order_by: 'sort_order' })
  await visit(ann, team.board)
  await visit(max, team.board)
  const row = (page: Page, name: string, ...path: string[]) =>
    page.locator(`[data-item][data-cell="${path.join('|')}"]`, { hasText: name })
  await expect(row(max, 'Wanders', backlog, 'none')).toBeVisible()
  await drag(row(ann, 'Wanders', backlog, 'none'), row(ann, 'Urgent one', todo, 'urgent'))
  await expect(row(max, 'Wanders', todo, 'urgent')).toBeVisible()
  expect(await read(id)).toMatchObject({ state_id: todo, priority: 'urgent' })

  // If the focused row is the last one of its sub-group, the keyboard moves it into the next sub-group.
  await row(ann, 'Wanders', todo, 'urgent').locator('[data-card]').focus()
  await ann.keyboard.press('Alt+ArrowDown')
  await ann.keyboard.press('Alt+ArrowDown')
  await expect(row(max, 'Wanders', todo, 'high')).toBeVisible()
  await expect(row(ann, 'Wanders', todo, 'high').locator('[data-card]')).toBeFocused()

  await ann.getByRole('button', { name: 'Add a work item to Todo, High' }).click()
  await ann.keyboard.type('Made here')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Escape')
  await expect(row(max, 'Made here', todo, 'high')).toBeVisible()

  // The keyboard also moves a row into an empty group, where the row keeps its sub-group.
  const inProgress = team.states['In Progress'] ?? ''
  await row(ann, 'Wanders', todo, 'high').locator('[data-card]').focus()
  for (const sub of ['high', 'medium', 'low', 'none']) {
    await ann.keyboard.press('Alt+ArrowDown')
    await expect(row(ann, 'Wanders', todo, sub).locator('[data-card]')).toBeFocused()
  }
  await ann.keyboard.press('Alt+ArrowDown')
  await expect(row(max, 'Wanders', inProgress, 'none')).toBeVisible()
  await expect(row(ann, 'Wanders', inProgress, 'none').locator('[data-card]')).toBeFocused()

  // Collapsing a sub-group does not collapse the same sub-group in other groups, and it stays collapsed after a
  // reload.
  await cell(ann, todo, 'high').getByRole('button', { name: /^High/ }).click()
  await expect(row(ann, 'Made here', todo, 'high')).toHaveCount(0)
  await ann.reload()
  await expect(row(ann, 'Urgent one', todo, 'urgent')).toBeVisible()
  await expect(row(ann, 'Made here', todo, 'high')).toHaveCount(0)
  await expectAccessible(ann)
})

test('a long press drags a card to a position in another column and lane', async ({
  server,
  phoneBrowser,
  max,
}) => {
  const item = await createItem(team, 'Held')
  await createItem(team, 'Stays')
  for (const name of ['First', 'Second'])
    await change((await createItem(team, name, 'Todo')).id, { priority: 'high' })
  await look({ group_by: 'state', sub_group_by: 'priority', order_by: 'sort_order' })
  const [backlog = '', todo = ''] = [team.states['Backlog'], team.states['Todo']]
  await visit(max, team.board)
  await expect(card(max, 'Held', backlog, 'none')).toBeVisible()
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await phone.setViewportSize({ width: 820, height: 1100 })
  await visit(phone, team.board)
  const from = await card(phone, 'Held', backlog, 'none').boundingBox()
  const to = await card(phone, 'Second', todo, 'high').boundingBox()
  if (!from || !to) throw new Error('the cards are on the screen')
  await touch('touchStart', from.x + 20, from.y + 5)
  const dragImage = phone.locator('body > [aria-hidden="true"]', { hasText: 'Held' })
  await expect(dragImage).toBeVisible()
  await expect(dragImage).not.toContainText('Stays')
  await touch('touchMove', to.x + 20, to.y + 60)
  await touch('touchMove', to.x + 20, to.y)
  await expect(cell(phone, todo, 'high').locator('.border-dashed')).toBeVisible()
  await touch('touchEnd')
  await expect.poll(() => titles(max, todo, 'high')).toEqual(['First', 'Held', 'Second'])
  expect(await read(item.id)).toMatchObject({ state_id: todo, priority: 'high' })
})

test('the work items of a workspace and of a person have boards and sub-groups', async ({ ann, max }) => {
  const item = await createItem(team, 'Everywhere')
  await change(item.id, { assignee_ids: [team.max.id] })
  const layout = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Layout' }).getByRole('button', { name })
  await visit(ann, `/${team.slug}/workspace-views/all-issues`)
  await layout(ann, 'Board').click()
  await expect(card(ann, 'Everywhere', 'backlog')).toBeVisible()
  await drag(card(ann, 'Everywhere', 'backlog'), cell(ann, 'started'))
  await expect(card(ann, 'Everywhere', 'started')).toBeVisible()
  await expect.poll(async () => (await read(item.id)).state_id).toBe(team.states['In Progress'])
  for (const name of ['Calendar', 'Timeline']) {
    await layout(ann, name).click()
    await expect(layout(ann, name)).toHaveAttribute('aria-pressed', 'true')
  }
  await visit(max, `/${team.slug}/profile/${team.max.id}/assigned`)
  await layout(max, 'Timeline').click()
  await expect(max.getByText('Everywhere').first()).toBeVisible()
})
