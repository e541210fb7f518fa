import { expect, type Page } from '@playwright/test'
import { plainDateFromDayNumber, toDayNumber } from '#web/work/listing/layouts/gantt/geometry.ts'
import { expectAccessible } from '../support/axe.ts'
import { drag as dragTo } from '../support/drag.ts'
import { bulkToolbarLocator, itemCheckboxLocator } from '../support/list.ts'
import { openPhone } from '../support/phone.ts'
import { createTwoUserProject, signIn, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  for (const person of [team.ann, team.max])
    await person.call('updateUserProperties', {
      params: project(),
      query: { context: 'project' },
      body: { display_filters: { layout: 'gantt_chart' } },
    })
})

const project = () => ({ slug: team.slug, project_id: team.project_id })
const today = toDayNumber(new Date().toISOString().slice(0, 10))
/** Returns the day that is `days` days after today. */
const inDays = (days: number) => plainDateFromDayNumber(today + days)
const dayWidth = 60

async function make(name: string, from: number | null = null, to: number | null = null, more: object = {}) {
  return team.ann.call('createWorkItem', {
    params: project(),
    body: {
      name,
      start_date: from === null ? null : inDays(from),
      target_date: to === null ? null : inDays(to),
      ...more,
    },
  })
}

async function datesOf({ id }: { id: string }) {
  const item = await team.ann.call('getWorkItem', { params: { ...project(), id } })
  return [item.start_date, item.target_date].map((date) => (date === null ? null : toDayNumber(date) - today))
}

const block = (page: Page, name: string) => page.locator('[data-frame]').filter({ hasText: name })
const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Work items' })
    .or(page.locator('[data-cell]'))
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()
const titles = async (page: Page) =>
  (await page.locator('[data-cell] [data-card]').allTextContents()).map((text) => text.replace(/^\S+ /, ''))

async function boxOf(page: Page, name: string) {
  const box = await block(page, name).boundingBox()
  if (box === null) throw new Error(`there is no block of ${name} in sight`)
  return box
}

/** Returns the start of an item's bar relative to today, and the width of the bar, both in days. */
async function shownDays(page: Page, name: string) {
  const { x, width } = await boxOf(page, name)
  const line = await page.locator('[data-today]').boundingBox()
  return [Math.round((x - (line?.x ?? 0)) / dayWidth + 0.5), Math.round(width / dayWidth)]
}

async function drag(page: Page, name: string, days: number, at: 'start' | 'end' | 'whole' = 'whole') {
  const { x, y, width, height } = await boxOf(page, name)
  const from = { start: x + 3, end: x + width - 3, whole: x + width / 2 }[at]
  await page.mouse.move(from, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(from + (days * dayWidth) / 2, y + height / 2)
  await page.mouse.move(from + days * dayWidth, y + height / 2)
}

test("a dragged block moves on another person's screen", async ({ ann, max }) => {
  const item = await make('Voyage', 0, 2)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect.poll(() => shownDays(max, 'Voyage')).toEqual([0, 3])
  await drag(ann, 'Voyage', 2)
  expect(await shownDays(ann, 'Voyage')).toEqual([2, 3])
  await ann.mouse.up()
  await expect.poll(() => shownDays(max, 'Voyage')).toEqual([2, 3])
  expect(await datesOf(item)).toEqual([2, 4])
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shownDays(max, 'Voyage')).toEqual([0, 3])
})

test("dragging an end resizes the block on another person's screen", async ({ ann, max }) => {
  const item = await make('Stretch', 0, 1)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(block(max, 'Stretch')).toBeVisible()
  await drag(ann, 'Stretch', 2, 'end')
  await ann.mouse.up()
  await expect.poll(() => shownDays(max, 'Stretch')).toEqual([0, 4])
  await expect(row(max, 'Stretch')).toContainText('4 days')
  await drag(ann, 'Stretch', 9, 'start')
  await ann.mouse.up()
  await expect.poll(() => shownDays(max, 'Stretch')).toEqual([3, 1])
  expect(await datesOf(item)).toEqual([3, 3])
})

test('Escape cancels dragging a block', async ({ ann }) => {
  const item = await make('Undecided', 0, 2)
  await visit(ann, team.board)
  await drag(ann, 'Undecided', 2)
  await ann.keyboard.press('Escape')
  await ann.mouse.up()
  await expect.poll(() => shownDays(ann, 'Undecided')).toEqual([0, 3])
  await expect(ann).toHaveURL(new RegExp(`${team.board}$`))
  expect(await datesOf(item)).toEqual([0, 2])
})

test('a refused move is reverted with the reason', async ({ ann }) => {
  await make('Contested', 0, 2)
  await visit(ann, team.board)
  await expect(block(ann, 'Contested')).toBeVisible()
  await ann.route('**/issues/**', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', error: 'Not for you.' } })
      : route.continue(),
  )
  await drag(ann, 'Contested', 2)
  await ann.mouse.up()
  await expect(ann.getByText('Your change was not saved')).toBeVisible()
  await expect.poll(() => shownDays(ann, 'Contested')).toEqual([0, 3])
})

test('a block is moved and resized by keyboard', async ({ ann, max }) => {
  const item = await make('Walks', 0, 1)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(block(max, 'Walks')).toBeVisible()
  await block(ann, 'Walks').getByRole('button').focus()
  await ann.keyboard.press('ArrowRight')
  await expect.poll(() => shownDays(max, 'Walks')).toEqual([1, 2])
  await ann.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => shownDays(max, 'Walks')).toEqual([1, 3])
  await ann.keyboard.press('Control+Shift+ArrowLeft')
  await expect.poll(() => shownDays(max, 'Walks')).toEqual([0, 4])
  expect(await datesOf(item)).toEqual([0, 3])
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeVisible()
})

test('a click sets dates for an item without dates', async ({ ann, max }) => {
  const item = await make('Someday')
  await visit(ann, team.board)
  await visit(max, team.board)
  const lane = ann.locator(`[data-lane="${item.id}"]`)
  const line = await ann.locator('[data-today]').boundingBox()
  const at = await lane.boundingBox()
  await ann.mouse.move((line?.x ?? 0) + 2 * dayWidth, (at?.y ?? 0) + 20)
  await ann.mouse.down()
  await ann.mouse.up()
  await expect.poll(() => shownDays(max, 'Someday')).toEqual([2, 1])
  expect(await datesOf(item)).toEqual([2, 2])
})

test('a click directly after a pointer move creates the previewed block', async ({ ann }) => {
  const item = await make('Someday')
  await visit(ann, team.board)
  const lane = ann.locator(`[data-lane="${item.id}"]`)
  const [line, at] = [await ann.locator('[data-today]').boundingBox(), await lane.boundingBox()]
  const point = { clientX: (line?.x ?? 0) + 3 * dayWidth, clientY: (at?.y ?? 0) + 20 }
  const hit = await lane.evaluate((element, point) => {
    element.dispatchEvent(new PointerEvent('pointermove', { ...point, pointerType: 'mouse', bubbles: true }))
    return document.elementFromPoint(point.clientX, point.clientY)?.closest('button')?.ariaLabel
  }, point)
  expect(hit).toMatch(/Someday/)
})

test('a block with one date has an open end that can be dragged', async ({ ann }) => {
  const item = await make('Begins', 0, null)
  await visit(ann, team.board)
  await expect(block(ann, 'Begins').getByRole('button')).toHaveAccessibleName(/from/)
  await drag(ann, 'Begins', 1, 'end')
  await ann.mouse.up()
  await expect.poll(() => datesOf(item)).toEqual([0, 1])
})

test("a drawn relation appears as a line on another person's screen", async ({ ann, max }) => {
  const first = await make('Before', 0, 1)
  const second = await make('After', 2, 3)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(block(max, 'After')).toBeVisible()
  await block(ann, 'Before').hover()
  const dot = await block(ann, 'Before').locator('[data-link="end"]').boundingBox()
  const target = await boxOf(ann, 'After')
  await ann.mouse.move((dot?.x ?? 0) + 8, (dot?.y ?? 0) + 12)
  await ann.mouse.down()
  await ann.mouse.move(target.x - 10, target.y + 10)
  await ann.mouse.move(target.x + 12, target.y + 12)
  await expect(ann.getByText(/^Blocking ATL-2$/)).toBeVisible()
  await ann.mouse.up()
  await expect(max.locator('[data-line]')).toHaveCount(1)
  const { blocking } = await team.ann.call('listRelations', { params: { ...project(), id: first.id } })
  expect(blocking?.map((related) => related.id)).toEqual([second.id])
  await expect(max.locator('[data-line][data-violated]')).toHaveCount(0)
  await drag(max, 'After', -1)
  await expect(max.locator('[data-line][data-violated]')).toHaveCount(1)
  await max.mouse.up()
  await expect(ann.locator('[data-line][data-violated]')).toHaveCount(1)
})

test('rows are reordered by mouse and keyboard', async ({ ann, max }) => {
  for (const name of ['One', 'Two', 'Three']) await make(name, 0, 1)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect.poll(() => titles(max)).toEqual(['One', 'Two', 'Three'])
  await dragTo(row(ann, 'Three'), row(ann, 'One'), { targetPosition: { x: 60, y: 4 } })
  await expect.poll(() => titles(max)).toEqual(['Three', 'One', 'Two'])
  await row(ann, 'Two').getByRole('link').focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => titles(max)).toEqual(['Three', 'Two', 'One'])
  await expect(row(ann, 'Two').getByRole('link')).toBeFocused()
})

test('rows and blocks are selected and changed together', async ({ ann }) => {
  const items: { id: string }[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) items.push(await make(name, 0, 1))
  await visit(ann, team.board)
  await itemCheckboxLocator(ann, 'One').click()
  await row(ann, 'Three').click({ modifiers: ['Shift'] })
  await expect(bulkToolbarLocator(ann)).toContainText('3 selected')
  await block(ann, 'Four')
    .getByRole('button')
    .click({ modifiers: ['Shift'] })
  await expect(bulkToolbarLocator(ann)).toContainText('4 selected')
  await block(ann, 'Two').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: 'Deselect' }).click()
  await expect(itemCheckboxLocator(ann, 'Two')).not.toBeChecked()
  await bulkToolbarLocator(ann).getByRole('button', { name: 'Priority', exact: true }).click()
  await ann.getByRole('option', { name: 'Urgent' }).click()
  const priorities = async () =>
    Promise.all(
      items.map(
        async ({ id }) => (await team.ann.call('getWorkItem', { params: { ...project(), id } })).priority,
      ),
    )
  await expect.poll(priorities).toEqual(['urgent', 'none', 'urgent', 'urgent'])
  await expect(ann.getByRole('option')).toHaveCount(0)
  await ann.keyboard.press('Escape')
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
})

test('Shift with arrow keys selects rows and blocks', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await make(name, 0, 1)
  await visit(ann, team.board)
  await expect(row(ann, 'One')).toBeVisible()
  const scroller = ann.locator('section[aria-label="Timeline"] [data-scroller]')
  const before = await scroller.evaluate((view) => view.scrollLeft)
  await ann.keyboard.press('ArrowDown')
  await expect(row(ann, 'One').getByRole('link')).toBeFocused()
  await ann.keyboard.press('Shift+ArrowDown')
  await expect(row(ann, 'Two').getByRole('link')).toBeFocused()
  await expect(bulkToolbarLocator(ann)).toContainText('2 selected')
  expect(await scroller.evaluate((view) => view.scrollLeft)).toBe(before)
  await ann.keyboard.press('x')
  await expect(bulkToolbarLocator(ann)).toContainText('1 selected')
  await ann.keyboard.press('Escape')
  await block(ann, 'Two').getByRole('button').focus()
  await ann.keyboard.press('Shift+ArrowDown')
  await expect(bulkToolbarLocator(ann)).toContainText('2 selected')
  await expect(itemCheckboxLocator(ann, 'One')).not.toBeChecked()
  await ann.keyboard.press('Control+a')
  await expect(bulkToolbarLocator(ann)).toContainText('3 selected')
})

test('the time axis grows while scrolling', async ({ ann }) => {
  await make('Here', 0, 1)
  const past = await make('Long ago', -900, -890)
  await visit(ann, team.board)
  await expect(block(ann, 'Here')).toBeInViewport()
  const scroller = ann.locator('section[aria-label="Timeline"] [data-scroller]')
  const width = () => scroller.evaluate((view) => view.scrollWidth)
  const before = await width()
  await scroller.evaluate((view) => (view.scrollLeft = 300))
  await expect.poll(width).toBeGreaterThan(before)
  await ann.getByRole('button', { name: 'Today' }).click()
  await expect(block(ann, 'Here')).toBeInViewport()
  await ann.locator(`[data-lane="${past.id}"]`).getByRole('button', { name: 'Scroll to work item' }).click()
  await expect(block(ann, 'Long ago')).toBeInViewport()
  await expect.poll(() => shownWidth(ann, 'Long ago')).toBe(11 * 60)
  await ann.getByRole('button', { name: 'Month', exact: true }).click()
  await expect.poll(() => shownWidth(ann, 'Long ago')).toBe(11 * 20)
  await ann.getByRole('button', { name: 'Today' }).click()
  await expect(block(ann, 'Here')).toBeInViewport()
  await ann.reload()
  await expect.poll(() => shownWidth(ann, 'Here')).toBe(2 * 20)
})

test('the zoom is shared between browsers of a user', async ({ server, elsewhere, ann }) => {
  await make('Here', 0, 1)
  await signIn(elsewhere, server, team.ann)
  const other = await elsewhere.newPage()
  for (const page of [ann, other]) await visit(page, team.board)
  await expect.poll(() => shownWidth(other, 'Here')).toBe(2 * 60)
  const before = await boxOf(other, 'Here')
  await ann.getByRole('button', { name: 'Quarter', exact: true }).click()
  await expect.poll(() => shownWidth(other, 'Here')).toBe(2 * 5)
  expect((await boxOf(other, 'Here')).x).toBeGreaterThan(before.x)
  await other.reload()
  await expect.poll(() => shownWidth(other, 'Here')).toBe(2 * 5)
})

const shownWidth = async (page: Page, name: string) => Math.round((await boxOf(page, name)).width)

test('users without the right to edit cannot move blocks', async ({ ann, max }) => {
  await make('Done', 0, 1, { state_id: team.states['Done'] })
  await team.ann.call('updateProjectMember', {
    params: { ...project(), member_id: await membershipOf(team.max.id) },
    body: { role: 5 },
  })
  await team.ann.call('updateProject', { params: project(), body: { guest_view_all_features: true } })
  await visit(max, team.board)
  await expect(block(max, 'Done')).toBeVisible()
  await expect(block(max, 'Done').locator('[data-handle]')).toHaveCount(0)
  await drag(max, 'Done', 2)
  await max.mouse.up()
  await expect.poll(() => shownDays(max, 'Done')).toEqual([0, 2])
  await ann.close()
})

async function membershipOf(id: string): Promise<string> {
  const members = await team.ann.call('listProjectMembers', { params: project() })
  return members.find((member) => member.member_id === id)?.id ?? ''
}

test('a tap opens the item', async ({ server, phoneBrowser }) => {
  const item = await make('Tapped', 0, 1)
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(team.board)
  await block(phone, 'Tapped').getByRole('button').tap()
  await expect(phone).toHaveURL(new RegExp(`peek=${item.id}`))
})

test('a long press drags a block and its ends', async ({ server, phoneBrowser, max }) => {
  const item = await make('Held', -1, 0)
  await visit(max, team.board)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(team.board)
  const { x, y, width, height } = await boxOf(phone, 'Held')
  const middle = y + height / 2
  await touch('touchStart', x + width / 2, middle)
  await expect(lifted(phone, 'Held')).toBeVisible()
  await touch('touchMove', x + width / 2 + dayWidth / 2, middle)
  await touch('touchMove', x + width / 2 + dayWidth, middle)
  await expect.poll(() => shownDays(phone, 'Held')).toEqual([0, 2])
  await touch('touchEnd')
  await expect.poll(() => shownDays(max, 'Held')).toEqual([0, 2])

  const end = await block(phone, 'Held').locator('[data-handle="end"]').boundingBox()
  if (end === null) throw new Error('the end of the block is in sight')
  expect(Math.min(end.width, end.height)).toBeGreaterThanOrEqual(44)
  await touch('touchStart', end.x + 8, middle)
  await expect(lifted(phone, 'Held')).toBeVisible()
  await touch('touchMove', end.x + 8 - dayWidth / 2, middle)
  await touch('touchMove', end.x + 8 - dayWidth, middle)
  await touch('touchEnd')
  await expect.poll(() => shownDays(max, 'Held')).toEqual([0, 1])
  expect(await datesOf(item)).toEqual([0, 0])
})

test('a finger that moves at once scrolls the timeline', async ({ server, phoneBrowser }) => {
  const item = await make('Still', 0, 1)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(team.board)
  const { x, y, width, height } = await boxOf(phone, 'Still')
  const [at, middle] = [x + width / 2, y + height / 2]
  const scroller = phone.locator('section[aria-label="Timeline"] [data-scroller]')
  const before = await scroller.evaluate((view) => view.scrollLeft)
  await touch('touchStart', at, middle)
  for (const by of [20, 40, 60, 80]) await touch('touchMove', at - by, middle)
  await touch('touchEnd')
  await expect.poll(() => scroller.evaluate((view) => view.scrollLeft)).toBeGreaterThan(before)
  await expect.poll(() => shownDays(phone, 'Still')).toEqual([0, 2])
  expect(await datesOf(item)).toEqual([0, 1])
})

test('a long press without movement opens the menu', async ({ server, phoneBrowser }) => {
  const item = await make('Still', 0, 1)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(team.board)
  const { x, y, width, height } = await boxOf(phone, 'Still')
  await touch('touchStart', x + width / 2, y + height / 2)
  await expect(lifted(phone, 'Still')).toBeVisible()
  await touch('touchEnd')
  await phone.getByRole('menuitem', { name: 'Select', exact: true }).tap()
  await expect(bulkToolbarLocator(phone)).toContainText('1 selected')
  expect(await datesOf(item)).toEqual([0, 1])
})

/** Returns the label with the new dates that the bar of an item shows while a user moves the bar. */
const lifted = (page: Page, name: string) =>
  block(page, name).locator('> [aria-hidden]', { hasText: /days?$/ })

test('axe finds no violations on the time axis', async ({ ann }) => {
  await make('Dated', 0, 3)
  await make('Open', 1, null)
  await make('Undated')
  await make('Far', 300, 310)
  await visit(ann, team.board)
  await expect(block(ann, 'Dated')).toBeVisible()
  await expectAccessible(ann)
})

test('an item is moved from the tray to the timeline by mouse or keyboard', async ({ ann, max }) => {
  const dragged = await make('Dragged')
  const placed = await make('Placed')
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(ann.getByRole('button', { name: 'No date', exact: true })).toBeVisible()
  await ann.keyboard.press('u')
  const tray = ann.getByRole('complementary', { name: 'No date' })
  const item = tray.getByRole('link', { name: 'Dragged' })
  await expect(item).toBeVisible()
  const todayAt = (await ann.locator('[data-today]').boundingBox())?.x ?? 0
  const laneAt = (await ann.locator(`[data-lane="${placed.id}"]`).boundingBox())?.x ?? 0
  await dragTo(item, ann.locator(`[data-lane="${placed.id}"]`), {
    targetPosition: { x: todayAt - laneAt + 2 * dayWidth, y: 10 },
  })
  await expect(block(max, 'Dragged')).toHaveCount(1)
  await expect.poll(() => datesOf(dragged)).toEqual([2, 2])
  await tray.getByRole('link', { name: 'Placed' }).focus()
  await ann.keyboard.press('Space')
  await expect(ann.locator(`[data-block="${placed.id}"]`)).toBeFocused()
  await expect.poll(() => datesOf(placed)).toEqual([0, 0])
  await expect(tray.getByText('Every open work item has a date.')).toBeVisible()
})

test('a long press drags an item from the tray to the timeline', async ({ server, phoneBrowser, max }) => {
  const item = await make('By finger')
  await visit(max, team.board)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(team.board)
  await phone.getByRole('button', { name: 'No date', exact: true }).tap()
  const from = await phone
    .getByRole('complementary', { name: 'No date' })
    .getByText('By finger')
    .boundingBox()
  const today = await phone.locator('[data-today]').boundingBox()
  if (from === null || today === null) throw new Error('the item and the day are on the screen')
  const to = { x: today.x + dayWidth, y: from.y - 200 }
  await touch('touchStart', from.x + 10, from.y + 5)
  await expect(phone.locator('body > [aria-hidden="true"]', { hasText: 'By finger' })).toBeVisible()
  await touch('touchMove', to.x, from.y - 60)
  await touch('touchMove', to.x, to.y)
  await touch('touchEnd')
  await expect(block(max, 'By finger')).toHaveCount(1)
  await expect.poll(() => datesOf(item)).toEqual([1, 1])
})
