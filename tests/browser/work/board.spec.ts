import { expect, type Locator, type Page } from '@playwright/test'
import { drag } from '../support/drag.ts'
import { expectStored, loadStoredItems, loadStoredOrder } from '../support/list.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const column = (page: Page, name: string) => page.locator(`[data-cell="${team.states[name]}"]`)
const cards = (within: Locator) => within.getByRole('listitem')
const card = (page: Page, name: string) =>
  page.locator('[data-cell]').getByRole('listitem').filter({ hasText: name })
const title = (page: Page, name: string) => card(page, name).getByRole('link')
/** Returns the names of the cards without their keys. */
const titles = async (within: Locator) =>
  (await cards(within).getByRole('link').allTextContents()).map((text) => text.replace(/^\S+ /, ''))

test("a dragged card moves on another person's screen", async ({ ann, max }) => {
  await createItem(team, 'First')
  await createItem(team, 'Second')
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(card(max, 'First')).toBeVisible()
  await drag(card(ann, 'First'), column(ann, 'Todo').getByText('Add work item'))
  await expect(card(max, 'First')).toHaveCount(1)
  await expect(cards(column(max, 'Todo')).filter({ hasText: 'First' })).toBeVisible()
  await expect(cards(column(max, 'Backlog'))).toHaveText(/Second/)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(column(max, 'Backlog')).filter({ hasText: 'First' })).toBeVisible()
})

test('a card that somebody else moves is animated and outlined in their color', async ({ ann, max }) => {
  const { id } = await createItem(team, 'First')
  await createItem(team, 'Second', 'Todo')
  await max.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(card(max, 'First')).toBeVisible()
  for (const page of [ann, max])
    await page.evaluate(() => {
      const animate = Element.prototype.animate
      const seen: string[] = []
      Element.prototype.animate = function (frames, options) {
        const kinds = Object.keys(frames ?? {})
        if (kinds.includes('translate') || kinds.includes('outline')) seen.push(kinds[0] ?? '')
        document.body.dataset['moved'] = seen.join()
        return animate.call(this, frames, options)
      }
    })
  await team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { state_id: team.states['Todo'] },
  })
  await expect(cards(column(max, 'Todo')).filter({ hasText: 'First' })).toBeVisible()
  await expect(max.locator('body')).toHaveAttribute('data-moved', /translate.*outline/)
  // With reduced motion, cards move without animation. The board outlines only cards that another user moved.
  await expect(cards(column(ann, 'Todo')).filter({ hasText: 'First' })).toBeVisible()
  await expect(ann.locator('body')).not.toHaveAttribute('data-moved', /./)
})

test('a card shows its dates as one range and at most three labels', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const label_ids: string[] = []
  for (const name of ['One', 'Two', 'Three', 'Four'])
    label_ids.push((await team.ann.call('createLabel', { params, body: { name, color: '#3366ff' } })).id)
  const dates = { start_date: '2024-10-29', target_date: '2024-12-04' }
  await team.ann.call('createWorkItem', { params, body: { name: 'Full', label_ids, ...dates } })
  await visit(ann, team.board)
  await expect(card(ann, 'Full')).toContainText('Oct 29, 2024→Dec 4, 2024')
  await expect(card(ann, 'Full').getByText('+1')).toBeVisible()
  await expect(card(ann, 'Full').getByText('Four', { exact: true })).toHaveCount(0)
})

test('a card shows its parent and two lines of values, and a button lists the other values', async ({
  ann,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const parent = await createItem(team, 'Whole')
  const label_ids: string[] = []
  for (const name of ['Waiting for others', 'Paperwork of ours', 'Whole crew'])
    label_ids.push((await team.ann.call('createLabel', { params, body: { name, color: '#3366ff' } })).id)
  await team.ann.call('updateProject', { params, body: { cycle_view: true } })
  const { id: cycle_id } = await team.ann.call('createCycle', {
    params,
    body: { name: 'The whole of October' },
  })
  const body = { name: 'Part', parent_id: parent.id, label_ids, cycle_id, priority: 'high' } as const
  const part = await team.ann.call('createWorkItem', {
    params,
    body: { ...body, target_date: '2024-12-04' },
  })
  // The filter excludes the parent, so the board loads the parent separately.
  await visit(ann, `${team.board}?filters=${encodeURIComponent(JSON.stringify({ priority: 'high' }))}`)
  await expect(card(ann, 'Part')).toBeVisible()
  await expect(card(ann, 'Whole')).toHaveCount(1)
  await expect(card(ann, 'Part').locator(`[data-parent="${parent.id}"]`)).toContainText('Whole')
  const more = card(ann, 'Part').getByRole('button', { name: '1 more' })
  await expect(card(ann, 'Part').getByText('The whole of October')).toHaveCount(0)
  await more.click()
  const others = ann.getByRole('dialog', { name: '1 more' })
  await expect(others).toContainText('Cycle: The whole of October')
  // The list stays open while somebody else changes the card.
  await team.max.call('updateWorkItem', {
    params: { ...params, id: part.id },
    body: { target_date: '2024-12-05' },
  })
  await expect(card(ann, 'Part')).toContainText('Dec 5')
  await expect(others).toBeVisible()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
})

test('a board with many columns renders only the columns in sight', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const labels: string[] = []
  for (let at = 10; at < 60; at++) {
    const body = { name: `Label ${at}`, color: '#3366ff', sort_order: at * 1000 }
    labels.push((await team.ann.call('createLabel', { params, body })).id)
  }
  const [first = '', last = ''] = [labels[0], labels.at(-1)]
  await team.ann.call('updateUserProperties', { params, body: { display_filters: { group_by: 'labels' } } })
  for (const [name, label] of [
    ['Near', first],
    ['Far', last],
  ] as const)
    await team.ann.call('createWorkItem', { params, body: { name, label_ids: [label] } })
  await visit(ann, team.board)
  const rendered = ann.locator('[data-sideways] > section')
  await expect(title(ann, 'Near')).toBeVisible()
  expect(await rendered.count()).toBeLessThan(12)
  await expect(ann.locator(`[data-cell="${last}"]`)).toHaveCount(0)
  // Escape returns the focus to the button that opened the form.
  const scroller = ann.locator('[data-sideways]')
  const firstColumn = ann.locator(`[data-cell="${first}"]`)
  await expect(firstColumn).toHaveAccessibleName(/, column \d+ of \d+$/)
  const add = firstColumn.getByRole('button', { name: 'Add work item', exact: true })
  await add.click()
  await ann.keyboard.press('Escape')
  await expect(add).toBeFocused()
  // An arrow key moves the focus to a card in a column that is not rendered yet, and another key moves it back.
  await title(ann, 'Near').focus()
  await ann.keyboard.press('ArrowRight')
  await expect(title(ann, 'Far')).toBeFocused()
  await expect(title(ann, 'Far')).toBeInViewport()
  await expect.poll(() => rendered.count()).toBeLessThan(14)
  await ann.keyboard.press('ArrowLeft')
  await expect(title(ann, 'Near')).toBeFocused()
  await expect(title(ann, 'Near')).toBeInViewport()
  // The space bar lifts a card, and arrow keys move it to a column outside of the visible area.
  await ann.keyboard.press(' ')
  for (let step = 0; step < 8; step++) await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press(' ')
  await expect(title(ann, 'Near')).toBeFocused()
  await expect(title(ann, 'Near')).toBeInViewport()
  // The board scrolls while the mouse drags a card at the edge of the board.
  const before = await scroller.evaluate((element) => element.scrollLeft)
  const edge = (await scroller.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await title(ann, 'Near').hover()
  await ann.mouse.down()
  for (const back of [60, 6]) await ann.mouse.move(edge.x + edge.width - back, edge.y + 200, { steps: 3 })
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before + 600)
  await ann.mouse.move(edge.x + edge.width / 2, edge.y + 200, { steps: 4 })
  await ann.mouse.up()
  // The drag preview is removed first, because it also contains the title.
  await expect(title(ann, 'Near')).toHaveCount(1)
  const columnOfNear = () =>
    title(ann, 'Near').evaluate(
      (link) => link.closest<HTMLElement>('section[data-cell]')?.dataset['cell'] ?? '',
    )
  await expect.poll(async () => labels.indexOf(await columnOfNear())).toBeGreaterThan(8)
  const target = await columnOfNear()
  await expectStored(team, 'Near', { label_ids: [target] })
})

test('a card dragged within a column keeps its new position', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await visit(ann, team.board)
  await expect.poll(() => titles(column(ann, 'Backlog'))).toEqual(['One', 'Two', 'Three'])
  await drag(card(ann, 'Three'), card(ann, 'One'), { targetPosition: { x: 40, y: 4 } })
  await expect.poll(() => titles(column(ann, 'Backlog'))).toEqual(['Three', 'One', 'Two'])
  await expect.poll(() => loadStoredOrder(team, 'Backlog')).toEqual(['Three', 'One', 'Two'])
  await ann.reload()
  await expect.poll(() => titles(column(ann, 'Backlog'))).toEqual(['Three', 'One', 'Two'])
})

test('a card moves between columns by keyboard', async ({ ann }) => {
  await createItem(team, 'Walks')
  await createItem(team, 'Stays', 'Todo')
  await visit(ann, team.board)
  await title(ann, 'Walks').focus()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('Space')
  await expect.poll(() => titles(column(ann, 'Todo'))).toEqual(['Stays', 'Walks'])
  await expect.poll(() => loadStoredOrder(team, 'Todo')).toEqual(['Stays', 'Walks'])
  await expect(title(ann, 'Walks')).toBeFocused()
})

test('Escape cancels moving a card by keyboard', async ({ ann }) => {
  await createItem(team, 'Undecided')
  await visit(ann, team.board)
  await title(ann, 'Undecided').focus()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('Escape')
  await expect(cards(column(ann, 'Backlog'))).toHaveCount(1)
  expect(await loadStoredOrder(team, 'Backlog')).toEqual(['Undecided'])
})

test('a lifted card is put down when the focus leaves it or somebody else moves it', async ({ ann }) => {
  const first = await createItem(team, 'First')
  await createItem(team, 'Second')
  await visit(ann, team.board)
  await title(ann, 'First').focus()
  await ann.keyboard.press(' ')
  await ann.keyboard.press('ArrowRight')
  await expect(column(ann, 'Todo').locator('.border-dashed')).toBeVisible()
  await title(ann, 'Second').focus()
  await expect(column(ann, 'Todo').locator('.border-dashed')).toHaveCount(0)
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('dialog', { name: /Second/ })).toBeVisible()
  await ann.keyboard.press('Escape')
  await title(ann, 'First').focus()
  await ann.keyboard.press(' ')
  await ann.keyboard.press('ArrowRight')
  await expect(column(ann, 'Todo').locator('.border-dashed')).toBeVisible()
  await team.max.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: first.id },
    body: { state_id: team.states['Done'] },
  })
  await expect(cards(column(ann, 'Done')).filter({ hasText: 'First' })).toBeVisible()
  await expect(column(ann, 'Todo').locator('.border-dashed')).toHaveCount(0)
  await expect(cards(column(ann, 'Backlog'))).toHaveText(/Second/)
})

test('quick add creates items in the order in which they were typed', async ({ ann }) => {
  await visit(ann, team.board)
  // The test delays the first request. The item that it creates must still get a lower key than the second item.
  await ann.route(
    '**/issues/',
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    },
    { times: 1 },
  )
  await column(ann, 'Todo').getByText('Add work item').click()
  await ann.keyboard.type('Quick one')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Quick two')
  await ann.keyboard.press('Enter')
  await expect.poll(() => loadStoredOrder(team, 'Todo')).toEqual(['Quick one', 'Quick two'])
  await expect.poll(() => titles(column(ann, 'Todo'))).toEqual(['Quick one', 'Quick two'])
  await expect(card(ann, 'Quick one')).toContainText('ATL-1')
})

test('the dialog behind n i creates an item', async ({ ann }) => {
  await visit(ann, team.board)
  await expect(column(ann, 'Backlog')).toBeVisible()
  await ann.keyboard.press('n')
  await ann.keyboard.press('i')
  await ann.getByLabel('Title').fill('From the dialog')
  await ann
    .getByRole('dialog')
    .getByRole('combobox', { name: /Priority/ })
    .click()
  await ann.getByRole('option', { name: 'Urgent' }).click()
  await ann.getByRole('button', { name: 'Create work item' }).click()
  await expectStored(team, 'From the dialog', { priority: 'urgent' })
  await expect(card(ann, 'From the dialog').getByRole('combobox', { name: 'Priority: Urgent' })).toBeVisible()
})

test('the focus outline of a card is visible on all sides', async ({ ann }) => {
  await createItem(team, 'Looked at')
  await visit(ann, team.board)
  await ann.keyboard.press('Tab')
  const link = ann.getByRole('link', { name: /Looked at/ })
  await link.focus()
  const [left, right] = await link.evaluate((element) => {
    const card = element.closest('[data-item]')
    const list = element.closest('.overflow-y-auto')
    if (card === null || list === null) throw new Error('no card in a list')
    // The focus outline belongs to the pseudo-element `::after` of the link, which covers the whole card.
    const { outlineWidth, outlineOffset } = getComputedStyle(element, '::after')
    const beyond = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const [inner, outer] = [card.getBoundingClientRect(), list.getBoundingClientRect()]
    return [inner.left - beyond - outer.left, outer.right - inner.right - beyond]
  })
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeGreaterThanOrEqual(0)
})

test('Undo restores a deleted item', async ({ ann }) => {
  await createItem(team, 'Oops')
  await visit(ann, team.board)
  await card(ann, 'Oops').click()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(card(ann, 'Oops')).toHaveCount(0)
  await expect.poll(() => loadStoredItems(team)).toEqual([])
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(card(ann, 'Oops')).toBeVisible()
  await expectStored(team, 'Oops', {})
})

test('a refused change is reverted with the reason', async ({ max }) => {
  const item = await createItem(team, 'Contested')
  await visit(max, team.board)
  await card(max, 'Contested').click()
  await expect(max.getByRole('combobox', { name: 'State: Backlog' })).toBeVisible()
  await max.route('**/issues/**', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', error: 'Not for you.' } })
      : route.continue(),
  )
  await max.getByRole('combobox', { name: 'State: Backlog' }).click()
  await max.getByRole('option', { name: 'Done' }).click()
  await expect(max.getByText('Your change was not saved')).toBeVisible()
  await expect(max.getByRole('combobox', { name: 'State: Backlog' })).toBeVisible()
  const stored = await team.ann.call('getWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
  })
  expect(stored.state_id).toBe(team.states['Backlog'])
})

test('properties changed in the peek update the board', async ({ ann }) => {
  await createItem(team, 'Plain')
  await visit(ann, team.board)
  await card(ann, 'Plain').click()
  await ann.getByRole('combobox', { name: 'Assign', exact: true }).click()
  await ann.getByRole('option', { name: /Max/ }).click()
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Add property' }).click()
  await ann.getByRole('menuitem', { name: 'Labels' }).click()
  await ann.getByRole('option', { name: 'Bug' }).click()
  await ann.keyboard.press('Escape')
  await expect(card(ann, 'Plain')).toContainText('Bug')
  await expect(
    card(ann, 'Plain')
      .getByRole('img', { name: 'Max' })
      .or(card(ann, 'Plain').getByText('M', { exact: true }))
      .first(),
  ).toBeVisible()
  await expectStored(team, 'Plain', { assignee_ids: [team.max.id] })
  await expect.poll(async () => (await loadStoredItems(team))[0]?.label_ids).toHaveLength(1)
})

test('a client that was offline catches up after reconnecting', async ({ ann, max }) => {
  await createItem(team, 'Before')
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(card(max, 'Before')).toBeVisible()
  await max.context().setOffline(true)
  await expect(max.getByText('Offline. This may be out of date.')).toBeVisible()
  await createItem(team, 'Meanwhile')
  await expect(card(ann, 'Meanwhile')).toBeVisible()
  await expect(card(max, 'Meanwhile')).toHaveCount(0)
  await max.context().setOffline(false)
  await expect(card(max, 'Meanwhile')).toBeVisible()
})

test('people on the same board see each other', async ({ ann, max }) => {
  await createItem(team, 'Watched')
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(ann.getByRole('list', { name: 'Here now' })).toBeVisible()
  await card(max, 'Watched').click()
  await expect(card(ann, 'Watched')).toContainText('Max is here')
})

test('a long press drags a card to another column', async ({ server, phoneBrowser, max }) => {
  await createItem(team, 'Held')
  await visit(max, team.board)
  const { phone: tablet, touch } = await openPhone(phoneBrowser, server, team.ann)
  await tablet.setViewportSize({ width: 820, height: 1100 })
  await tablet.goto(team.board)
  const from = await card(tablet, 'Held').boundingBox()
  const to = await column(tablet, 'Todo').boundingBox()
  if (!from || !to) throw new Error('the card and the column are on the screen')
  await touch('touchStart', from.x + 60, from.y + 30)
  await expect(tablet.locator('[aria-hidden="true"]', { hasText: 'Held' }).first()).toBeVisible()
  await touch('touchMove', (from.x + to.x) / 2, from.y + 40)
  await touch('touchMove', to.x + 80, to.y + 60)
  await expect(column(tablet, 'Todo').locator('.border-dashed')).toBeVisible()
  await touch('touchEnd')
  await expect(cards(column(max, 'Todo')).filter({ hasText: 'Held' })).toBeVisible()
})
