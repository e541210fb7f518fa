import { expect, type Locator, type Page } from '@playwright/test'
import { drag } from '../support/drag.ts'
import { bulkToolbarLocator, itemCheckboxLocator } from '../support/list.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

/** A month in the future, so that it never contains today. */
const march = '2027-03'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  for (const person of [team.ann, team.max]) await look(person, { layout: 'calendar' })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const look = (person: TwoUserProject['ann'], display_filters: object) =>
  person.call('updateUserProperties', {
    params: params(),
    query: { context: 'project' },
    body: { display_filters },
  })
const due = (name: string, target_date: string, fields: object = {}) =>
  team.ann.call('createWorkItem', { params: params(), body: { name, target_date, ...fields } })
const stored = (id: string) => team.ann.call('getWorkItem', { params: { ...params(), id } })
const show = (page: Page, search = `month=${march}`) => visit(page, `${team.board}?${search}`)
const day = (page: Page, date: string) => page.locator(`section[data-cell="${date}"]`)
const item = (within: Page | Locator, name: string) => within.getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test("an item dragged to another day moves on another person's screen", async ({ ann, max }) => {
  const before = await due('Launch', `${march}-10`, { start_date: `${march}-02`, priority: 'high' })
  await show(ann)
  await show(max)
  await expect(item(day(max, `${march}-10`), 'Launch')).toBeVisible()
  await drag(item(ann, 'Launch'), day(ann, `${march}-18`))
  await expect(item(day(max, `${march}-18`), 'Launch')).toBeVisible()
  await expect(item(max, 'Launch')).toHaveCount(1)
  const { updated_at: _, ...after } = await stored(before.id)
  expect(after).toMatchObject({ start_date: before.start_date, priority: 'high', state_id: before.state_id })
  expect(after).toMatchObject({ sort_order: before.sort_order, target_date: `${march}-18` })
  await max.reload()
  await expect(item(day(max, `${march}-18`), 'Launch')).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(item(day(max, `${march}-10`), 'Launch')).toBeVisible()
})

test('days show only the items that match the search', async ({ ann }) => {
  await due('Launch', `${march}-10`)
  await due('Lunch', `${march}-10`)
  await show(ann)
  await expect(item(ann, 'Lunch')).toBeVisible()
  await ann.keyboard.press('/')
  await ann.keyboard.type('launch')
  await expect(item(ann, 'Lunch')).toHaveCount(0)
  await expect(item(day(ann, `${march}-10`), 'Launch')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(item(ann, 'Lunch')).toBeVisible()
})

test('a refused drop is reverted with the reason', async ({ ann, max }) => {
  const { id } = await due('Bound', `${march}-12`, { start_date: `${march}-10` })
  await show(ann)
  await show(max)
  await drag(item(ann, 'Bound'), day(ann, `${march}-05`))
  await expect(ann.getByText('Start date cannot exceed target date')).toBeVisible()
  await expect(item(day(ann, `${march}-12`), 'Bound')).toBeVisible()
  await expect(item(day(max, `${march}-12`), 'Bound')).toBeVisible()
  expect((await stored(id)).target_date).toBe(`${march}-12`)
})

test('an item is dragged to another month', async ({ ann, max }) => {
  await due('Later', `${march}-30`)
  await show(ann)
  await item(ann, 'Later').hover()
  await ann.mouse.down()
  await ann.getByRole('button', { name: 'Next month' }).hover()
  await expect(heading(ann, 'March 2027')).toHaveCount(0)
  // While an item is dragged over this button, the month changes repeatedly. The test moves the pointer off the
  // button and reads the month from the URL, because one more change may be in progress.
  for (const step of [0, 1]) await ann.mouse.move(900 + step, 115)
  let date = ''
  await expect
    .poll(async () => {
      date = `${new URL(ann.url()).searchParams.get('month')}-14`
      return day(ann, date).count()
    })
    .toBe(1)
  await day(ann, date).hover()
  await day(ann, date).hover({ position: { x: 20, y: 60 } })
  await expect(day(ann, date)).toHaveClass(/bg-accent-soft/)
  await ann.mouse.up()
  await expect(item(day(ann, date), 'Later')).toBeVisible()
  await show(max, `month=${date.slice(0, 7)}`)
  await expect(item(day(max, date), 'Later')).toBeVisible()
})

test('quick add on a day creates an item on all screens', async ({ ann, max }) => {
  await show(ann)
  await show(max)
  // A month without items is still shown.
  await expect(day(max, `${march}-31`)).toBeVisible()
  await day(ann, `${march}-09`).hover()
  await day(ann, `${march}-09`).getByRole('button', { name: 'Add a work item due Mar 9, 2027' }).click()
  await ann.keyboard.type('Call the printer')
  await ann.keyboard.press('Enter')
  await expect(item(day(max, `${march}-09`), 'Call the printer')).toBeVisible()
  await expect(item(day(ann, `${march}-09`), 'ATL-1')).toBeVisible()
  await ann.keyboard.type('Call them again')
  await ann.keyboard.press('Enter')
  await expect(item(day(max, `${march}-09`), 'Call them again')).toBeVisible()
})

test('a full day shows four items and the others in a popover', async ({ ann }) => {
  for (const at of [1, 2, 3, 4, 5, 6]) await due(`Item ${at}`, `${march}-16`)
  await show(ann)
  await expect(day(ann, `${march}-16`).getByRole('link')).toHaveCount(4)
  await due('Item 7', `${march}-16`)
  await ann.getByRole('button', { name: '3 more on Tuesday, March 16, 2027' }).click()
  const all = ann.getByRole('dialog', { name: 'Tuesday, March 16, 2027' })
  await expect(all.getByRole('link')).toHaveCount(7)
  await item(all, 'Item 6').click()
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await expect(ann).toHaveURL(/peek=/)
})

test('an item is moved by keyboard, also to another month', async ({ ann, max }) => {
  await due('Walks', `${march}-10`)
  await due('Stays', `${march}-11`)
  await show(ann)
  await show(max)
  await item(ann, 'Walks').focus()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('Space')
  await expect(item(day(max, `${march}-18`), 'Walks')).toBeVisible()
  await expect(item(ann, 'Walks')).toBeFocused()
  await ann.keyboard.press('ArrowUp')
  await ann.keyboard.press('ArrowUp')
  await expect(item(ann, 'Stays')).toBeFocused()
  await item(ann, 'Walks').focus()
  await ann.keyboard.press('Space')
  for (const _ of [1, 2, 3, 4]) await ann.keyboard.press('ArrowDown')
  await expect(heading(ann, 'April 2027')).toBeVisible()
  await ann.keyboard.press('Space')
  await expect(item(day(ann, '2027-04-15'), 'Walks')).toBeFocused()
  await expect(item(max, 'Walks')).toHaveCount(0)
})

test('Escape cancels moving an item by keyboard', async ({ ann }) => {
  const { id } = await due('Undecided', `${march}-01`)
  await show(ann)
  await item(ann, 'Undecided').focus()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowUp')
  await ann.keyboard.press('ArrowLeft')
  await ann.keyboard.press('ArrowLeft')
  await expect(heading(ann, 'February 2027')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(item(day(ann, `${march}-01`), 'Undecided')).toBeFocused()
  expect((await stored(id)).target_date).toBe(`${march}-01`)
})

test("weeks start on the user's first day of the week, with or without weekends", async ({ ann }) => {
  await team.ann.call('updateProfile', { body: { start_of_the_week: 1 } })
  const days = ann.locator('section[data-cell]')
  const first = () => days.first().getAttribute('data-cell')
  // The client reads the setting for the first day of the week only when it starts, so the test reloads the
  // page.
  await ann.goto(`${team.board}?month=${march}`)
  await expect(days).toHaveCount(35)
  expect(await first()).toBe('2027-03-01')
  await look(team.ann, { calendar: { layout: 'month', show_weekends: false } })
  await expect(days).toHaveCount(25)
  await ann.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(days).toHaveCount(5)
  expect(await first()).toBe('2027-03-01')
  await ann.getByRole('button', { name: 'Next week' }).click()
  await expect(ann).toHaveURL(/week=2027-03-08/)
  await expect(heading(ann, 'Mar 8 – 14, 2027')).toBeVisible()
  await ann.keyboard.press('PageUp')
  await expect(heading(ann, 'Mar 1 – 7, 2027')).toBeVisible()
})

test('a week shows all items of its days', async ({ ann, max }) => {
  for (const at of [1, 2, 3, 4, 5, 6]) await due(`Item ${at}`, `${march}-16`)
  await look(team.ann, { calendar: { layout: 'week', show_weekends: true } })
  await show(ann, 'week=2027-03-16')
  await show(max)
  await expect(day(ann, `${march}-16`).getByRole('link')).toHaveCount(6)
  await drag(item(ann, 'Item 3'), day(ann, `${march}-19`))
  await expect(item(day(max, `${march}-19`), 'Item 3')).toBeVisible()
})

test('another month is chosen in the month picker', async ({ ann }) => {
  await show(ann)
  await heading(ann, 'March 2027').click()
  await ann.getByRole('button', { name: 'Next year' }).click()
  await ann.getByRole('button', { name: 'Jun', exact: true }).click()
  await expect(heading(ann, 'June 2028')).toBeVisible()
  await expect(ann).toHaveURL(/month=2028-06/)
  await ann.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(ann.locator('section[data-cell] time.bg-accent')).toHaveCount(1)
})

test('on a phone the chosen day is listed below the month', async ({ server, phoneBrowser, max }) => {
  await due('Held', `${march}-10`)
  await due('Elsewhere', `${march}-20`)
  await show(max)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await show(phone)
  await phone.getByRole('button', { name: 'Wednesday, March 10, 2027, 1 work item' }).tap()
  await expect(item(phone, 'Held')).toBeVisible()
  await expect(item(phone, 'Elsewhere')).toHaveCount(0)
  const from = await item(phone, 'Held').boundingBox()
  const to = await phone.getByRole('button', { name: /March 24/ }).boundingBox()
  if (!from || !to) throw new Error('the item and the day are on the screen')
  await touch('touchStart', from.x + 60, from.y + 10)
  await expect(phone.locator('body > [aria-hidden="true"]', { hasText: 'Held' })).toBeVisible()
  await touch('touchMove', to.x + 20, from.y - 60)
  await touch('touchMove', to.x + 20, to.y + 20)
  await expect(phone.locator(`[data-cell="${march}-24"]`)).toHaveClass(/bg-accent-soft/)
  await touch('touchEnd')
  await expect(item(day(max, `${march}-24`), 'Held')).toBeVisible()
})

test('a swipe shows another month or week', async ({ server, phoneBrowser }) => {
  await due('Held', `${march}-10`)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  const swipe = async (from: { x: number; y: number }, by: { x: number; y: number }) => {
    await touch('touchStart', from.x, from.y)
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', from.x + by.x * part, from.y + by.y * part)
  }
  await show(phone)
  await phone.getByRole('button', { name: /March 10, 2027/ }).tap()
  const held = await item(phone, 'Held').boundingBox()
  if (held === null) throw new Error('the item is on the screen')
  const [onDays, onItem] = [
    { x: 300, y: held.y - 150 },
    { x: 300, y: held.y + 10 },
  ]
  await swipe(onItem, { x: -150, y: 10 })
  await touch('touchEnd')
  await expect(phone).toHaveURL(/month=2027-04/)
  await expect(phone.getByRole('button', { name: /April 20, 2027/ })).toBeVisible()
  await swipe({ ...onDays, x: 100 }, { x: 150, y: 0 })
  await touch('touchEnd')
  await expect(phone).toHaveURL(/month=2027-03/)

  await expect(item(phone, 'Held')).toBeVisible()
  await swipe(onItem, { x: -60, y: -120 })
  await touch('touchEnd')
  await touch('touchStart', onItem.x, onItem.y)
  await expect(phone.locator('body > [aria-hidden="true"]', { hasText: 'Held' })).toBeVisible()
  for (const x of [250, 200, 100]) await touch('touchMove', x, onItem.y)
  await touch('touchEnd')
  await expect(item(phone, 'Held')).toBeVisible()
  await expect(phone).toHaveURL(/month=2027-03/)

  await phone.emulateMedia({ reducedMotion: 'reduce' })
  await phone.getByRole('button', { name: 'Week', exact: true }).tap()
  await expect(phone.locator('[data-cell] > button')).toHaveCount(7)
  const week = new URL(phone.url()).searchParams.get('week')
  await swipe(onDays, { x: -150, y: 0 })
  await expect(phone.locator('[style*="translate"]')).toHaveCount(0)
  await touch('touchEnd')
  await expect.poll(() => new URL(phone.url()).searchParams.get('week')).not.toBe(week)
})

test('items in the calendar are selected and changed together', async ({ ann }) => {
  const items = [
    await due('One', `${march}-10`),
    await due('Two', `${march}-10`),
    await due('Three', `${march}-12`),
  ]
  await show(ann)
  await item(ann, 'One').hover()
  await itemCheckboxLocator(ann, 'One').click()
  await item(ann, 'Three').click({ modifiers: ['Shift'] })
  await expect(bulkToolbarLocator(ann)).toContainText('3 selected')
  await item(ann, 'Two').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: 'Deselect' }).click()
  await expect(itemCheckboxLocator(ann, 'Two')).not.toBeChecked()
  await bulkToolbarLocator(ann).getByRole('button', { name: 'Priority', exact: true }).click()
  await ann.getByRole('option', { name: 'Urgent' }).click()
  const priorities = async () => Promise.all(items.map(async ({ id }) => (await stored(id)).priority))
  await expect.poll(priorities).toEqual(['urgent', 'none', 'urgent'])
  await expect(ann.getByRole('option')).toHaveCount(0)
  await ann.keyboard.press('Escape')
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
  await ann.getByRole('button', { name: 'Week', exact: true }).click()
  await visit(ann, `${team.board}?week=${march}-10`)
  await item(ann, 'One').focus()
  await ann.keyboard.press('Shift+ArrowDown')
  await expect(bulkToolbarLocator(ann)).toContainText('2 selected')
  await expect(itemCheckboxLocator(ann, 'Two')).toBeChecked()
})

test('an item without a date is dragged from the tray to a day and back', async ({ ann, max }) => {
  const { id } = await createItem(team, 'Some day')
  await due('Fixed', `${march}-10`)
  await show(ann)
  await show(max)
  await expect(item(max, 'Fixed')).toBeVisible()
  await ann.getByRole('button', { name: 'No date', exact: true }).click()
  const tray = ann.getByRole('complementary', { name: 'No date' })
  await drag(item(tray, 'Some day'), day(ann, `${march}-18`))
  await expect(item(day(max, `${march}-18`), 'Some day')).toBeVisible()
  await expect(item(tray, 'Some day')).toHaveCount(0)
  await drag(item(day(ann, `${march}-18`), 'Some day'), tray)
  await expect(item(tray, 'Some day')).toBeVisible()
  await expect(item(max, 'Some day')).toHaveCount(0)
  expect((await stored(id)).target_date).toBeNull()
})

test('a long press drags an item from the tray to a day', async ({ server, phoneBrowser, max }) => {
  await createItem(team, 'Some day')
  await show(max)
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await show(phone)
  await phone.getByRole('button', { name: 'No date', exact: true }).tap()
  const from = await item(phone.getByRole('complementary', { name: 'No date' }), 'Some day').boundingBox()
  const to = await phone.getByRole('button', { name: /March 24/ }).boundingBox()
  if (!from || !to) throw new Error('the item and the day are on the screen')
  await touch('touchStart', from.x + 60, from.y + 10)
  await expect(phone.locator('body > [aria-hidden="true"]', { hasText: 'Some day' })).toBeVisible()
  await touch('touchMove', to.x + 20, from.y - 60)
  await touch('touchMove', to.x + 20, to.y + 20)
  await touch('touchEnd')
  await expect(item(day(max, `${march}-24`), 'Some day')).toBeVisible()
})

test('an item in the tray gets a date by keyboard', async ({ ann, max }) => {
  await createItem(team, 'Some day')
  await show(max)
  await show(ann)
  await expect(ann.getByRole('button', { name: 'No date', exact: true })).toBeVisible()
  await ann.keyboard.press('u')
  const tray = ann.getByRole('complementary', { name: 'No date' })
  await item(tray, 'Some day').focus()
  await ann.keyboard.press('Space')
  // The calendar shows a month other than the current one, so dragging by keyboard starts at March 1. The two
  // arrow keys move the item to February 28 and then to March 7.
  await ann.keyboard.press('ArrowLeft')
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('Space')
  await expect(item(day(max, `${march}-07`), 'Some day')).toBeVisible()
  await expect(item(day(ann, `${march}-07`), 'Some day')).toBeFocused()
  await ann.reload()
  await expect(tray).toBeVisible()
  await expect(tray.getByText('Every open work item has a date.')).toBeVisible()
})

test('items keep their positions while another month loads', async ({ ann }) => {
  for (const at of [1, 2, 3, 4])
    await due(`A title that is long enough for two lines, number ${at}`, `${march}-09`)
  await ann.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry)
          document.documentElement.dataset['shift'] =
            `${Number(document.documentElement.dataset['shift'] ?? 0) + Number(entry.value)}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await show(ann)
  await expect(item(ann, 'number 4')).toBeVisible()
  await ann.waitForLoadState('networkidle')
  const shift = await ann.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
  expect(shift).toBeLessThan(0.01)
})
