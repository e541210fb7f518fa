import { expect, type Locator, type Page } from '@playwright/test'
import { role } from '#common/platform/roles.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { expectAccessible } from '../support/axe.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, signIn, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  for (const client of [team.ann, team.max]) {
    await client.call('updateUserProperties', {
      params: where(),
      query: { context: 'project' },
      body: { display_filters: { layout: 'spreadsheet', order_by: 'sort_order' } },
    })
  }
})

const where = () => ({ slug: team.slug, project_id: team.project_id })
const columns = ['Title', 'State', 'Priority', 'Assignees', 'Labels', 'Start date', 'Due date'] as const
type ColumnName = (typeof columns)[number]

const grid = (page: Page) => page.getByRole('grid', { name: 'Work items as a table' })
const header = (page: Page, name: ColumnName) => grid(page).getByRole('columnheader', { name })
const row = (page: Page, title: string) =>
  grid(page)
    .locator('[data-item]')
    .filter({ has: page.getByRole('rowheader', { name: title }) })
const cell = (page: Page, title: string, column: ColumnName) =>
  column === 'Title'
    ? row(page, title).getByRole('rowheader')
    : row(page, title)
        .getByRole('gridcell')
        .nth(columns.indexOf(column) - 1)
const titles = async (page: Page) =>
  (await grid(page).locator('[data-open]').allTextContents()).map((text) => text.trim())
const focused = (page: Page) => page.locator(':focus')
const stored = async (name: string): Promise<WorkItemRow | undefined> => {
  const { results } = await team.ann.call('listWorkItems', { params: where() })
  return (Array.isArray(results) ? results : []).find((item) => item.name === name)
}
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}
/** Focuses a cell with a click. A second click would edit it. */
async function go(page: Page, title: string, column: ColumnName) {
  await cell(page, title, column).click({ position: { x: 100, y: 8 } })
  await expect(cell(page, title, column)).toBeFocused()
}

test('arrow keys reach all cells and the headers', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await visit(ann, team.board)
  await go(ann, 'One', 'State')
  await press(ann, 'ArrowDown', 'ArrowRight')
  await expect(cell(ann, 'Two', 'Priority')).toBeFocused()
  await press(ann, 'End')
  await expect(focused(ann)).toHaveAttribute('aria-colindex', '10')
  await press(ann, 'Control+Home')
  await expect(cell(ann, 'One', 'Title')).toBeFocused()
  await press(ann, 'Control+ArrowDown')
  await expect(cell(ann, 'Three', 'Title')).toBeFocused()
  await press(ann, 'PageUp', 'ArrowRight', 'ArrowUp')
  await expect(header(ann, 'State')).toBeFocused()
  await press(ann, 'ArrowDown')
  await expect(cell(ann, 'One', 'State')).toBeFocused()
  // The table is a single Tab stop, so Tab and then Shift+Tab return the focus to the same cell.
  await press(ann, 'Tab')
  await expect(ann.getByRole('button', { name: 'Add work item' })).toBeFocused()
  await press(ann, 'Shift+Tab')
  await expect(cell(ann, 'One', 'State')).toBeFocused()
})

test("cells are edited by keyboard and update another person's screen", async ({ ann, max }) => {
  await createItem(team, 'Plain')
  await visit(ann, team.board)
  await visit(max, team.board)
  await go(ann, 'Plain', 'State')
  await press(ann, 'Enter')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(cell(ann, 'Plain', 'State')).toBeFocused()
  await expect(cell(max, 'Plain', 'State')).toHaveText('Done')

  await press(ann, 'ArrowRight', 'u')
  await expect(ann.getByRole('combobox', { name: 'Priority' })).toBeFocused()
  await press(ann, 'r', 'Enter')
  await expect(cell(max, 'Plain', 'Priority')).toHaveText('Urgent')
  await press(ann, 'ArrowRight', 'Enter')
  await ann.getByRole('option', { name: /Max/ }).click()
  await press(ann, 'Escape')
  await expect(cell(ann, 'Plain', 'Assignees')).toBeFocused()
  await expect(cell(max, 'Plain', 'Assignees')).toContainText('Max')

  await press(ann, 'Delete')
  await expect(cell(max, 'Plain', 'Assignees')).toHaveText('')
  await press(ann, 'End', 'Enter')
  await expect(ann.getByRole('listbox')).toHaveCount(0)
})

test('a title is edited in its cell', async ({ ann, max }) => {
  await createItem(team, 'Old name')
  await createItem(team, 'Below')
  await visit(ann, team.board)
  await visit(max, team.board)
  const field = ann.getByRole('textbox', { name: 'Title' })
  await cell(ann, 'Old name', 'State').click()
  await press(ann, 'ArrowLeft', 'F2')
  await field.fill('Never kept')
  await press(ann, 'Escape')
  await expect(cell(ann, 'Old name', 'Title')).toBeFocused()
  await press(ann, 'F2')
  await field.fill('New name')
  await press(ann, 'Enter')
  await expect(cell(ann, 'Below', 'Title')).toBeFocused()
  await expect(row(max, 'New name')).toBeVisible()
  await press(ann, 'Enter')
  await expect(ann.getByRole('dialog')).toContainText('Below')
})

test('a title and Space open the item', async ({ ann }) => {
  await createItem(team, 'Opened')
  await visit(ann, team.board)
  await row(ann, 'Opened').getByText('Opened').click()
  await expect(ann.getByRole('dialog')).toContainText('Opened')
  await press(ann, 'Escape')
  await expect(ann.getByRole('dialog')).toHaveCount(0)
  await cell(ann, 'Opened', 'Title').focus()
  await press(ann, 'Space')
  await expect(ann.getByRole('dialog')).toContainText('Opened')
})

test('filling down is one request and one Undo', async ({ ann, max }) => {
  const names = ['One', 'Two', 'Three', 'Four']
  for (const name of names) await createItem(team, name)
  await visit(ann, team.board)
  await visit(max, team.board)
  await go(ann, 'One', 'State')
  await press(ann, 'd')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(cell(max, 'One', 'State')).toHaveText('Done')
  await expect(ann.getByText('ATL-1 · Backlog → Done')).toBeVisible()

  const sent = writes(ann)
  await press(ann, 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(ann.getByText('3 × 1 cells')).toBeVisible()
  await press(ann, 'Control+d')
  await expect(cell(max, 'Three', 'State')).toHaveText('Done')
  await expect(cell(max, 'Two', 'State')).toHaveText('Done')
  await expect(cell(max, 'Four', 'State')).toHaveText('Backlog')
  await expect(ann.getByText('2 work items · Done')).toBeVisible()
  expect(sent).toEqual([expect.stringContaining('bulk-update-issues')])
  await press(ann, 'Control+z')
  await expect(cell(max, 'Three', 'State')).toHaveText('Backlog')
  await expect(cell(max, 'Two', 'State')).toHaveText('Backlog')
  await expect(cell(max, 'One', 'State')).toHaveText('Done')
  expect(sent).toHaveLength(2)
})

test('the fill handle fills down, and a refusal reverts it', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await visit(ann, team.board)
  await go(ann, 'One', 'Priority')
  await press(ann, 'h')
  await ann.getByRole('option', { name: 'High' }).click()
  await expect(cell(ann, 'One', 'Priority')).toHaveText('High')
  await expect(cell(ann, 'One', 'Priority')).toBeFocused()
  await ann.route('**/bulk-update-issues/', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', error: 'No' } }),
  )
  await dragHandle(ann, cell(ann, 'Three', 'Priority'))
  await expect(ann.getByText('Your change was not saved')).toBeVisible()
  await expect(cell(ann, 'Three', 'Priority')).toHaveText('No priority')
  await ann.unroute('**/bulk-update-issues/')
  await go(ann, 'One', 'Priority')
  await dragHandle(ann, cell(ann, 'Three', 'Priority'))
  await expect(cell(ann, 'Two', 'Priority')).toHaveText('High')
  await expect.poll(async () => (await stored('Three'))?.priority).toBe('high')
})

test('the fill handle fills to the row where it is released, even if not rendered yet', async ({ ann }) => {
  const { id } = await createItem(team, 'One')
  for (const name of ['Two', 'Three']) await createItem(team, name)
  await team.ann.call('updateWorkItem', { params: { ...where(), id }, body: { priority: 'high' } })
  await visit(ann, team.board)
  await go(ann, 'One', 'Priority')
  const box = await cell(ann, 'Three', 'Priority').boundingBox()
  await ann.locator('[data-fill]').hover()
  await ann.mouse.down()
  await ann.evaluate((target) => {
    if (target === null) throw new Error('the cell is on the screen')
    const at = { clientX: target.x + 20, clientY: target.y + 10 }
    for (const kind of ['pointermove', 'pointerup']) window.dispatchEvent(new PointerEvent(kind, at))
  }, box)
  for (const name of ['Two', 'Three']) await expect(cell(ann, name, 'Priority')).toHaveText('High')
  await ann.mouse.up()
})

test('copied cells can be pasted here and in other programs', async ({ ann, max }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await createItem(team, 'Source', 'Todo')
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(ann, team.board)
  await visit(max, team.board)
  await go(ann, 'Source', 'Priority')
  await press(ann, 'h')
  await ann.getByRole('option', { name: 'High' }).click()
  await expect(cell(ann, 'Source', 'Priority')).toBeFocused()
  await press(ann, 'ArrowLeft', 'Shift+ArrowRight', 'Control+c')
  expect(await clipboard(ann)).toBe('Todo\tHigh')

  await go(ann, 'One', 'State')
  await press(ann, 'Shift+ArrowDown', 'Control+v')
  for (const name of ['One', 'Two']) {
    await expect(cell(max, name, 'State')).toHaveText('Todo')
    await expect(cell(max, name, 'Priority')).toHaveText('High')
  }
  await expect(cell(max, 'Three', 'State')).toHaveText('Backlog')
  await press(ann, 'Control+z')
  await expect(cell(max, 'Two', 'State')).toHaveText('Backlog')
  await expect(cell(max, 'One', 'Priority')).toHaveText('No priority')
})

test('pasted text is parsed or refused with a reason', async ({ ann, max }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(ann, team.board)
  await visit(max, team.board)
  await copyText(ann, 'First\tdone\turgent\tmax\tBug\t2026-03-01\t2026-03-09\nSecond\tReview\tlow\nThird\n')
  await cell(ann, 'One', 'State').click()
  await press(ann, 'ArrowLeft', 'Control+v')
  await expect(row(max, 'First')).toBeVisible()
  await expect(row(max, 'Third')).toBeVisible()
  await expect(cell(max, 'First', 'State')).toHaveText('Done')
  await expect(cell(max, 'First', 'Priority')).toHaveText('Urgent')
  await expect(cell(max, 'First', 'Assignees')).toContainText('Max')
  await expect(cell(max, 'First', 'Labels')).toContainText('Bug')
  await expect(cell(max, 'Second', 'State')).toHaveText('Backlog')
  await expect(cell(max, 'Second', 'Priority')).toHaveText('Low')
  await expect(ann.getByText('1 cell skipped: Atlas has no state “Review”')).toBeVisible()
  expect(await stored('First')).toMatchObject({ start_date: '2026-03-01', target_date: '2026-03-09' })

  await copyText(ann, 'whenever')
  await go(ann, 'Third', 'Due date')
  await press(ann, 'Control+v')
  await expect(ann.getByText('Nothing was changed')).toBeVisible()
  await expect(ann.getByText('“whenever” is not a date')).toBeVisible()
})

test('sorting by a header is saved for the user', async ({ ann, max }) => {
  const make = (name: string, priority: WorkItemRow['priority']) =>
    team.ann.call('createWorkItem', { params: where(), body: { name, priority } })
  await make('Calm', 'low')
  await make('Burning', 'urgent')
  await make('Warm', 'medium')
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect.poll(() => titles(ann)).toEqual(['Calm', 'Burning', 'Warm'])
  const tab = await ann.context().newPage()
  await visit(tab, team.board)
  await header(ann, 'Priority').click()
  const sorted = ['Burning', 'Warm', 'Calm']
  await expect.poll(() => titles(ann)).toEqual(sorted)
  await expect(header(ann, 'Priority')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => titles(tab)).toEqual(sorted)
  await ann.reload()
  await expect.poll(() => titles(ann)).toEqual(sorted)
  await expect.poll(() => titles(max)).toEqual(['Calm', 'Burning', 'Warm'])

  // Sorting also works with the keyboard, and the focus stays in the table.
  await cell(ann, 'Burning', 'Priority').focus()
  await press(ann, 'ArrowUp', 'Enter')
  await expect.poll(() => titles(ann)).toEqual(sorted.toReversed())
  await press(ann, 'Enter')
  await expect.poll(() => titles(ann)).toEqual(['Calm', 'Burning', 'Warm'])
  await press(ann, 'ArrowDown')
  await expect(cell(ann, 'Calm', 'Priority')).toBeFocused()

  // Titles can be sorted too. A renamed item moves to its new position in the tables of all users.
  await header(ann, 'Title').click()
  await expect.poll(() => titles(ann)).toEqual(['Burning', 'Calm', 'Warm'])
  await go(max, 'Calm', 'Title')
  await press(max, 'F2')
  await max.getByRole('textbox', { name: 'Title' }).fill('Zero')
  await press(max, 'Enter')
  await expect.poll(() => titles(ann)).toEqual(['Burning', 'Warm', 'Zero'])
})

test('the cursor stays with its row when somebody else moves it', async ({ ann, max }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await visit(ann, team.board)
  await visit(max, team.board)
  await header(ann, 'State').click()
  // Items with equal values are sorted by creation time, newest first.
  await expect.poll(() => titles(ann)).toEqual(['Three', 'Two', 'One'])
  await go(ann, 'Three', 'Priority')
  await go(max, 'Three', 'State')
  await press(max, 't')
  await max.getByRole('option', { name: 'Todo' }).click()
  await expect.poll(() => titles(ann)).toEqual(['Two', 'One', 'Three'])
  await expect(cell(ann, 'Three', 'Priority')).toBeFocused()
  await press(ann, 'ArrowUp')
  await expect(cell(ann, 'One', 'Priority')).toBeFocused()

  // A title that is being edited stays in its row when the rows move.
  await press(ann, 'Home', 'F2')
  await ann.getByRole('textbox', { name: 'Title' }).fill('Uno')
  await cell(max, 'One', 'State').click()
  await press(max, 'd')
  await max.getByRole('option', { name: 'Done' }).click()
  await expect.poll(() => titles(ann)).toEqual(['Two', 'One', 'Three'])
  await cell(max, 'Two', 'State').click()
  await press(max, 'i')
  await max.getByRole('option', { name: 'In Progress' }).click()
  await expect.poll(() => titles(ann)).toEqual(['One', 'Two', 'Three'])
  await press(ann, 'Enter')
  await expect(row(max, 'Uno')).toBeVisible()
})

test('a guest can read and copy but not change cells', async ({ ann, max }) => {
  await createItem(team, 'Of Ann')
  await team.ann.call('updateProject', {
    params: where(),
    body: { guest_view_all_features: true },
  })
  const members = await team.ann.call('listProjectMembers', { params: where() })
  const membership = members.find((one) => one.member_id === team.max.id)
  await team.ann.call('updateProjectMember', {
    params: { ...where(), member_id: membership?.id ?? '' },
    body: { role: role.guest },
  })
  await max.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(max, team.board)
  await visit(ann, team.board)
  await go(max, 'Of Ann', 'State')
  await expect(cell(max, 'Of Ann', 'State')).toHaveAttribute('aria-readonly', 'true')
  await press(max, 'Enter')
  await expect(max.getByRole('listbox')).toHaveCount(0)
  await press(max, 'Control+c')
  expect(await clipboard(max)).toBe('Backlog')
  await copyText(max, 'Done')
  await press(max, 'Control+v')
  await expect(max.getByText('you can’t edit this work item')).toBeVisible()
  await expect(cell(ann, 'Of Ann', 'State')).toHaveText('Backlog')
  await expect(max.getByRole('button', { name: 'Add work item' })).toHaveCount(0)
})

test('the footer adds an item on all screens', async ({ ann, max }) => {
  await createItem(team, 'First')
  await visit(ann, team.board)
  await visit(max, team.board)
  await ann.getByRole('button', { name: 'Add work item' }).click()
  await ann.keyboard.type('Second')
  await press(ann, 'Enter')
  await expect(row(max, 'Second')).toBeVisible()
  await expect(max.getByText('2 work items', { exact: true })).toBeVisible()
})

test('the first column and the headers stay visible', async ({ server, phoneBrowser, ann }) => {
  await Promise.all(Array.from({ length: 60 }, (_, at) => createItem(team, `Item ${at + 10}`)))
  await visit(ann, team.board)
  const { phone: page } = await openPhone(phoneBrowser, server, team.ann)
  await visit(page, team.board)
  await expect(grid(page)).toBeVisible()
  const scroller = page.locator('[data-scroller]').filter({ has: grid(page) })
  const first = header(page, 'Title')
  const before = await first.boundingBox()
  await scroller.evaluate((element) => element.scrollTo(400, 900))
  await expect(header(page, 'Assignees')).toBeInViewport()
  expect(await first.boundingBox()).toEqual(before)
  const title = await grid(page).getByRole('rowheader').last().boundingBox()
  expect(title?.x).toBe(before?.x)
  // A tap on a cell edits the cell.
  await scroller.evaluate((element) => element.scrollTo(0, 0))
  await grid(page).locator('[data-row="1"] [data-column="1"]').tap()
  await page.getByRole('option', { name: 'Done' }).tap()
  await expect(grid(page).locator('[data-row="1"] [data-column="1"]')).toHaveText('Done')
})

test('in lists across projects, states are pasted by name', async ({ ann }) => {
  const { slug } = team
  const { id: project_id } = await team.ann.call('createProject', {
    params: { slug },
    body: { name: 'Harbor', identifier: 'HAR' },
  })
  const params = { slug, project_id }
  const make = (name: string, state_id?: string) =>
    team.ann.call('createWorkItem', { params, body: { name, state_id } })
  const review = await team.ann.call('createState', {
    params,
    body: { name: 'Review', color: '#4b54d8', group: 'started' },
  })
  await createItem(team, 'In Atlas', 'Todo')
  await make('Also in Harbor')
  await make('In Harbor', review.id)
  await visit(ann, `/${slug}/workspace-views/all-issues`)
  const at = (title: string, nth: number) => row(ann, title).getByRole('gridcell').nth(nth)
  await expect.poll(() => titles(ann)).toEqual(['In Harbor', 'Also in Harbor', 'In Atlas'])
  await expect(at('In Harbor', 0)).toHaveText(/Harbor/)
  await expect(at('In Atlas', 0)).toHaveText(/Atlas/)

  await at('In Harbor', 1).click()
  await press(ann, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await expect(at('Also in Harbor', 1)).toHaveText('Review')
  await expect(at('In Atlas', 1)).toHaveText('Todo')
  await expect(ann.getByText('1 cell skipped: Atlas has no state “Review”')).toBeVisible()

  await at('In Harbor', 1).click()
  await press(ann, 'd')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(at('In Harbor', 1)).toBeFocused()
  await press(ann, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await expect(at('In Atlas', 1)).toHaveText('Done')
  await expect.poll(async () => (await stored('In Atlas'))?.state_id).toBe(team.states['Done'])
  await press(ann, 'Control+z')
  await expect(at('In Atlas', 1)).toHaveText('Todo')
  await expect(at('Also in Harbor', 1)).toHaveText('Review')
})

test('the width of a column is saved for the user', async ({ server, elsewhere, ann, max }) => {
  await createItem(team, 'One')
  await signIn(elsewhere, server, team.ann)
  const other = await elsewhere.newPage()
  for (const page of [ann, other, max]) {
    await visit(page, team.board)
    await expect(cell(page, 'One', 'State')).toBeVisible()
  }
  const widthOf = async (page: Page, name: ColumnName) =>
    Math.round((await header(page, name).boundingBox())?.width ?? 0)
  const edge = (page: Page, name: ColumnName) =>
    page.getByRole('separator', { name: `Width of ${name}`, exact: true })
  const drag = async (name: ColumnName, by: number) => {
    const { x, y, width } = (await edge(ann, name).boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await ann.mouse.move(x + width / 2, y + 10)
    await ann.mouse.down()
    await ann.mouse.move(x + width / 2 + by / 2, y + 10)
    await ann.mouse.move(x + width / 2 + by, y + 10)
  }
  const before = await widthOf(ann, 'State')
  const title = await widthOf(ann, 'Title')
  await drag('State', 60)
  await expect.poll(() => widthOf(ann, 'State')).toBe(before + 60)
  expect(await widthOf(ann, 'Title')).toBe(title)
  await ann.mouse.up()
  await expect.poll(() => widthOf(other, 'State')).toBe(before + 60)
  expect(Math.round((await cell(other, 'One', 'State').boundingBox())?.width ?? 0)).toBe(before + 60)

  await drag('State', -40)
  await ann.keyboard.press('Escape')
  await ann.mouse.up()
  await expect.poll(() => widthOf(ann, 'State')).toBe(before + 60)

  await go(ann, 'One', 'State')
  await press(ann, 'ArrowUp', 'Tab')
  await expect(edge(ann, 'State')).toBeFocused()
  await expect(edge(ann, 'State')).toHaveAttribute('aria-valuenow', `${before + 60}`)
  await press(ann, 'ArrowRight', 'Shift+ArrowRight')
  await expect(edge(ann, 'State')).toBeFocused()
  await expect.poll(() => widthOf(other, 'State')).toBe(before + 108)
  await press(ann, 'Escape')
  await expect(header(ann, 'State')).toBeFocused()
  await edge(ann, 'State').dblclick()
  await expect.poll(() => widthOf(other, 'State')).toBe(before)
  expect(await widthOf(max, 'State')).toBe(before)
  await ann.reload()
  await expect.poll(() => widthOf(ann, 'State')).toBe(before)
})

test('axe finds no violations in a spreadsheet', async ({ ann }) => {
  await createItem(team, 'Seen by everyone')
  await createItem(team, 'And another')
  await visit(ann, team.board)
  await go(ann, 'Seen by everyone', 'State')
  await press(ann, 'Shift+ArrowDown')
  await expectAccessible(ann)
  await press(ann, 'Escape', 'Enter')
  await expect(ann.getByRole('option', { name: 'Done' })).toBeVisible()
  await expectAccessible(ann)
})

/** Returns the write requests that the page sends from now on. */
function writes(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes(team.project_id)) sent.push(request.url())
  })
  return sent
}

async function dragHandle(page: Page, to: Locator) {
  const [from, target] = [await page.locator('[data-fill]').boundingBox(), await to.boundingBox()]
  if (!from || !target) throw new Error('the handle and the cell are on the screen')
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 4 })
  await page.mouse.up()
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const copyText = (page: Page, text: string) =>
  page.evaluate((value) => navigator.clipboard.writeText(value), text)
