import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import {
  bulkToolbarLocator,
  expectSameAfterReload,
  expectStored,
  itemCheckboxLocator,
  itemRowLocator,
  itemTitleLocator,
  loadStoredItems,
  loadStoredOrder,
  readVisibleListLines,
  showItemsAsList,
  valuePickerLocator,
} from '../support/list.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await showItemsAsList(team)
})

const head = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name} \\d`) }) })

async function open(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await visit(page, team.board)
    await expect(page.getByRole('list', { name: 'List' })).toBeVisible()
  }
}

test('arrow keys move between rows and groups, and Enter opens an item', async ({ ann }) => {
  await createItem(team, 'First')
  await createItem(team, 'Second')
  await createItem(team, 'Third', 'Done')
  await open(ann)
  await expect(itemRowLocator(ann, 'Third')).toBeVisible()
  await ann.keyboard.press('j')
  await expect(itemTitleLocator(ann, 'First')).toBeFocused()
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('ArrowDown')
  await expect(itemTitleLocator(ann, 'Third')).toBeFocused()
  await ann.keyboard.press('Home')
  await expect(itemTitleLocator(ann, 'First')).toBeFocused()
  await ann.keyboard.press('End')
  await ann.keyboard.press('k')
  await expect(itemTitleLocator(ann, 'Second')).toBeFocused()
  await ann.keyboard.press('Space')
  await expect(ann.getByRole('dialog', { name: /Second/ })).toBeVisible()
})

test('shortcuts select rows and change the selection', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await createItem(team, name)
  await open(ann)
  await itemTitleLocator(ann, 'One').focus()
  await ann.keyboard.press('x')
  await expect(itemCheckboxLocator(ann, 'One')).toBeChecked()
  await ann.keyboard.press('Shift+ArrowDown')
  await expect(itemTitleLocator(ann, 'Two')).toBeFocused()
  await ann.keyboard.press('Shift+ArrowDown')
  await expect(itemTitleLocator(ann, 'Three')).toBeFocused()
  await ann.keyboard.press('Shift+ArrowUp')
  await expect(bulkToolbarLocator(ann)).toContainText('2 selected')
  await expect(itemCheckboxLocator(ann, 'Three')).not.toBeChecked()
  await ann.keyboard.press('p')
  await ann.getByRole('option', { name: 'High' }).click()
  for (const [name, shown, priority] of [
    ['One', 'Priority: High', 'high'],
    ['Two', 'Priority: High', 'high'],
    ['Three', 'Priority: No priority', 'none'],
  ] as const) {
    await expect(valuePickerLocator(itemRowLocator(ann, name), shown)).toBeVisible()
    await expectStored(team, name, { priority })
  }
  await ann.keyboard.press('Control+a')
  await expect(bulkToolbarLocator(ann)).toContainText('4 selected')
  await ann.keyboard.press('Escape')
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
})

test('shortcuts change the focused row', async ({ ann, max }) => {
  await createItem(team, 'Plain')
  await open(ann, max)
  await itemTitleLocator(ann, 'Plain').focus()
  await ann.keyboard.press('s')
  await ann.getByRole('combobox', { name: 'State', exact: true }).pressSequentially('Todo')
  await ann.keyboard.press('Enter')
  await expect.poll(() => readVisibleListLines(max)).toContain('Todo1')
  await expect(itemTitleLocator(ann, 'Plain')).toBeFocused()
  await ann.keyboard.press('a')
  await ann.getByRole('option', { name: /Max/ }).click()
  await ann.keyboard.press('Escape')
  await expect(itemTitleLocator(ann, 'Plain')).toBeFocused()
  await expect(valuePickerLocator(itemRowLocator(max, 'Plain'), 'Assigned to Max')).toBeVisible()
  await ann.keyboard.press('l')
  await ann.getByRole('option', { name: 'Bug' }).click()
  await ann.keyboard.press('Escape')
  await expect(itemTitleLocator(ann, 'Plain')).toBeFocused()
  await expect(valuePickerLocator(itemRowLocator(max, 'Plain'), 'Labels: Bug')).toBeVisible()
  await ann.keyboard.press('d')
  await ann.getByRole('textbox', { name: 'Type a date' }).fill('2031-03-09')
  await ann.keyboard.press('Enter')
  await expect(valuePickerLocator(itemRowLocator(max, 'Plain'), /Due date: .*2031/)).toBeVisible()
  await expect(itemTitleLocator(ann, 'Plain')).toBeFocused()
})

test('every value of a row is changed in place', async ({ ann, max }) => {
  await createItem(team, 'Inline')
  await open(ann, max)
  const line = itemRowLocator(ann, 'Inline')
  await valuePickerLocator(line, 'State: Backlog').click()
  await ann.getByRole('option', { name: 'Todo' }).click()
  await valuePickerLocator(line, 'Priority: No priority').click()
  await ann.getByRole('option', { name: 'Low' }).click()
  await valuePickerLocator(line, 'Start date: None').click()
  await ann.getByRole('textbox', { name: 'Type a date' }).fill('2031-01-02')
  await ann.keyboard.press('Enter')
  await valuePickerLocator(line, 'Due date: None').click()
  await ann.getByRole('textbox', { name: 'Type a date' }).fill('2031-02-03')
  await ann.keyboard.press('Enter')
  await expect(valuePickerLocator(line, /Due date: .*2031/)).toBeFocused()
  await itemTitleLocator(ann, 'Inline').focus()
  await ann.keyboard.press('F2')
  await ann.getByRole('textbox', { name: 'Title' }).fill('Renamed')
  await ann.keyboard.press('Enter')
  const other = itemRowLocator(max, 'Renamed')
  for (const name of ['State: Todo', 'Priority: Low', /Start date: .*2031/, /Due date: .*2031/])
    await expect(valuePickerLocator(other, name)).toBeVisible()
  const due = valuePickerLocator(other, /Due date: .*2031/)
    .locator('span')
    .last()
  expect(await due.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  await expect(itemTitleLocator(ann, 'Renamed')).toBeFocused()
  await expectSameAfterReload(max)
})

test('only the chosen properties are shown', async ({ ann }) => {
  await createItem(team, 'Bare')
  await team.ann.call('updateUserProperties', {
    params: { slug: team.slug, project_id: team.project_id },
    query: { context: 'project' },
    body: { display_properties: { priority: false, state: false, key: false, assignee: false } },
  })
  await open(ann)
  await expect(valuePickerLocator(itemRowLocator(ann, 'Bare'), /Due date/)).toBeVisible()
  for (const name of [/Priority/, /State/, 'Assign'])
    await expect(valuePickerLocator(itemRowLocator(ann, 'Bare'), name)).toHaveCount(0)
})

test('a row dragged to a group gets the value of the group', async ({ ann, max }) => {
  const moved = await createItem(team, 'Moved')
  await createItem(team, 'Stays', 'Todo')
  await open(ann, max)
  await drag(itemRowLocator(ann, 'Moved'), itemRowLocator(ann, 'Stays'), { targetPosition: { x: 300, y: 4 } })
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Todo2']))
  const names = await readVisibleListLines(max)
  expect(names.indexOf('Moved')).toBe(names.indexOf('Stays') - 1)
  const [after] = (await loadStoredItems(team)).filter((item) => item.id === moved.id)
  const { state_id, state__group, sort_order, updated_at, updated_by, ...rest } = moved
  expect(after).toMatchObject(rest)
  expect(after?.state_id).toBe(team.states['Todo'])
  await drag(itemRowLocator(ann, 'Moved'), head(ann, 'Done'))
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Done1', 'Todo1']))
  await expectSameAfterReload(max)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Todo2']))
})

test('a row dragged within its group keeps its new position', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await open(ann)
  await drag(itemRowLocator(ann, 'Three'), itemRowLocator(ann, 'One'), { targetPosition: { x: 300, y: 3 } })
  const order = async (page: Page) =>
    (await readVisibleListLines(page)).filter((line) => /^(One|Two|Three)$/.test(line))
  await expect.poll(() => order(ann)).toEqual(['Three', 'One', 'Two'])
  await expect.poll(() => loadStoredOrder(team, 'Backlog')).toEqual(['Three', 'One', 'Two'])
  await expectSameAfterReload(ann)
})

test('dragging a selected row moves the whole selection', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await open(ann)
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Two').click()
  await drag(itemRowLocator(ann, 'Two'), head(ann, 'Todo'))
  await expect.poll(() => loadStoredOrder(team, 'Todo')).toEqual(['One', 'Two'])
  await expect.poll(() => readVisibleListLines(ann)).toEqual(expect.arrayContaining(['Todo2', 'Backlog1']))
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => loadStoredOrder(team, 'Backlog')).toEqual(['One', 'Two', 'Three'])
  await expect.poll(() => readVisibleListLines(ann)).toEqual(expect.arrayContaining(['Todo0', 'Backlog3']))
})

test('Alt with arrows moves a row by keyboard', async ({ ann }) => {
  for (const name of ['One', 'Two']) await createItem(team, name)
  await open(ann)
  await itemTitleLocator(ann, 'One').focus()
  await ann.keyboard.press('Alt+ArrowDown')
  const order = async (page: Page) =>
    (await readVisibleListLines(page)).filter((line) => /^(One|Two)$/.test(line))
  await expect.poll(() => order(ann)).toEqual(['Two', 'One'])
  await expect.poll(() => loadStoredOrder(team, 'Backlog')).toEqual(['Two', 'One'])
  await expect(itemTitleLocator(ann, 'One')).toBeFocused()
  await ann.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => readVisibleListLines(ann)).toEqual(expect.arrayContaining(['Todo1']))
  await expectStored(team, 'One', { state_id: team.states['Todo'] ?? '' })
  await expect(itemTitleLocator(ann, 'One')).toBeFocused()
})

test('quick add sets the value of the group', async ({ ann }) => {
  await createItem(team, 'There')
  await open(ann)
  await head(ann, 'Todo').getByRole('button', { name: 'Add a work item to Todo' }).click()
  await ann.keyboard.type('Quick')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Escape')
  await expect.poll(() => readVisibleListLines(ann)).toEqual(expect.arrayContaining(['Todo1', 'Quick']))
  await expectStored(team, 'Quick', {
    state_id: team.states['Todo'] ?? '',
    priority: 'none',
    assignee_ids: [],
    label_ids: [],
  })
})

test('collapsed groups are saved for the user', async ({ ann, max }) => {
  await createItem(team, 'Hidden')
  await open(ann, max)
  await head(ann, 'Backlog')
    .getByRole('button', { name: /^Backlog/ })
    .click()
  await expect(itemRowLocator(ann, 'Hidden')).toHaveCount(0)
  await expect(itemRowLocator(max, 'Hidden')).toBeVisible()
  await expect(head(ann, 'Backlog').getByRole('button', { name: /^Backlog/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await ann.reload()
  await expect(head(ann, 'Backlog')).toBeVisible()
  await expect(itemRowLocator(ann, 'Hidden')).toHaveCount(0)
})

test('the menu of a row acts on the row or on the selection', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await open(ann)
  await itemRowLocator(ann, 'Three').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: /^State/ }).click()
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect.poll(() => readVisibleListLines(ann)).toEqual(expect.arrayContaining(['Done1']))
  await expectStored(team, 'Three', { state_id: team.states['Done'] ?? '' })
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Two').click()
  await itemRowLocator(ann, 'Two').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: /^Priority/ }).click()
  await ann.getByRole('option', { name: 'Urgent' }).click()
  for (const name of ['One', 'Two']) {
    await expect(valuePickerLocator(itemRowLocator(ann, name), 'Priority: Urgent')).toBeVisible()
    await expectStored(team, name, { priority: 'urgent' })
  }
})

test('a row shows who has the item open or drags it', async ({ ann, max }) => {
  await createItem(team, 'Watched')
  await open(ann, max)
  await itemTitleLocator(max, 'Watched').click()
  await expect(itemRowLocator(ann, 'Watched')).toContainText('Max is here')
})

test('a long press drags a row or opens its menu', async ({ server, phoneBrowser, max }) => {
  await createItem(team, 'Held')
  await createItem(team, 'There', 'Todo')
  await open(max)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await open(phone)
  const from = await itemRowLocator(phone, 'Held').boundingBox()
  const to = await itemRowLocator(phone, 'There').boundingBox()
  if (!from || !to) throw new Error('both rows are on the screen')
  const ghost = phone.locator('[aria-hidden="true"]', { hasText: 'Held' }).first()
  await touch('touchStart', from.x + 150, from.y + 20)
  await expect(ghost).toBeVisible()
  await touch('touchEnd')
  await expect(phone.getByRole('menuitem', { name: /^State/ })).toBeVisible()
  await phone.keyboard.press('Escape')
  await expect(phone.getByRole('menu')).toHaveCount(0)
  await touch('touchStart', from.x + 150, from.y + 20)
  await expect(ghost).toBeVisible()
  await touch('touchMove', from.x + 150, (from.y + to.y) / 2)
  await touch('touchMove', to.x + 150, to.y + 4)
  await expect(head(phone, 'Todo').or(itemRowLocator(phone, 'There')).first()).toBeVisible()
  await touch('touchEnd')
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Todo2']))
})

test('axe finds no violations in a list with a selection', async ({ ann }) => {
  await createItem(team, 'Seen')
  await createItem(team, 'Done', 'Done')
  await open(ann)
  await itemCheckboxLocator(ann, 'Seen').click()
  await expect(bulkToolbarLocator(ann)).toBeVisible()
  await expectAccessible(ann)
  await ann.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(ann)
  const overflow = await ann.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await bulkToolbarLocator(ann).getByRole('button', { name: 'More actions' }).click()
  await expect(ann.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expectAccessible(ann, { within: '.float' })
})
