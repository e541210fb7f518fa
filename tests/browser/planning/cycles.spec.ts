import { expect, type Page } from '@playwright/test'
import { addDays } from '#common/platform/clock.ts'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { openPhone } from '../support/phone.ts'
import {
  clearBrowserSession,
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string
/** Path of the tab that shows all cycles. */
let all: string
let params: { slug: string; project_id: string }
const today = new Date().toISOString().slice(0, 10)

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  params = { slug: team.slug, project_id: team.project_id }
  screen = `/${team.slug}/projects/${team.project_id}/cycles`
  all = `${screen}?tab=all`
})

const on = () => team.ann.call('updateProject', { params, body: { cycle_view: true } })
const makeCycle = (name: string, first: number, last: number) =>
  team.ann.call('createCycle', {
    params,
    body: { name, start_date: addDays(today, first), end_date: addDays(today, last) },
  })
const section = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Progress' })

/** Chooses a day in the dialog that creates a cycle. */
async function choose(page: Page, name: string, day: string) {
  const picker = page.getByRole('dialog', { name, exact: true })
  await page
    .getByRole('dialog', { name: 'New cycle' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await picker.getByRole('textbox').fill(day)
  await page.keyboard.press('Enter')
  await expect(picker).toHaveCount(0)
}

test('cycles are turned on, planned without overlap, deleted and restored, and the other user sees it', async ({
  ann,
  max,
}) => {
  await visit(max, team.board)
  await expect(
    max.getByRole('navigation', { name: 'Your projects' }).getByRole('link', { name: 'Pages' }),
  ).toBeVisible()
  await expect(max.getByRole('link', { name: 'Cycles', exact: true })).toHaveCount(0)
  await visit(ann, `/${team.slug}/settings/projects/${team.project_id}/features`)
  await ann.getByRole('switch', { name: 'Cycles' }).click()
  await expect(max.getByRole('link', { name: 'Cycles', exact: true })).toBeVisible()
  await max.keyboard.press('g')
  await max.keyboard.press('c')
  await expect(max.getByText('No cycles yet')).toBeVisible()

  await ann.getByRole('link', { name: 'Cycles', exact: true }).click()
  await ann.keyboard.press('n')
  await ann.keyboard.press('c')
  const dialog = ann.getByRole('dialog', { name: 'New cycle' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await ann.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sprint 1')
  await choose(ann, 'Start date', 'today')
  await ann.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Enter both dates, or leave both empty.')).toBeVisible()
  await choose(ann, 'End date', addDays(today, 13))
  await expectAccessible(ann, { name: 'cycle form' })
  await ann.keyboard.press('Control+Enter')
  await expect(section(max, 'Active')).toContainText('Sprint 1')
  await expect(section(max, 'Active')).toContainText('14 days left')

  // Before the form is submitted, it reports that the chosen days overlap with another cycle.
  await max.getByRole('button', { name: 'New cycle' }).click()
  const other = max.getByRole('dialog', { name: 'New cycle' })
  await other.getByRole('textbox', { name: 'Name' }).fill('Sprint 2')
  await choose(max, 'Start date', addDays(today, 13))
  await choose(max, 'End date', addDays(today, 20))
  await expect(other.getByRole('alert')).toContainText('These dates overlap with “Sprint 1”')
  await choose(max, 'Start date', addDays(today, 14))
  await max.keyboard.press('Control+Enter')
  // The list changes to the tab that contains the new cycle.
  await expect(section(max, 'Upcoming')).toContainText('Sprint 2')
  for (const page of [ann, max]) await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(section(ann, 'Upcoming')).toContainText('Sprint 2')
  await expectAccessible(ann)

  await ann.getByRole('button', { name: 'Actions for Sprint 2' }).click()
  await ann.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(section(max, 'Upcoming')).toHaveCount(0)
  await ann.keyboard.press('Control+z')
  await expect(section(max, 'Upcoming')).toContainText('Sprint 2')
})

test('completing a card in one browser updates the figures of the other, which filter the list', async ({
  ann,
  max,
}) => {
  await on()
  const cycle = await makeCycle('Sprint 1', 0, 13)
  const [one, two] = [await createItem(team, 'One'), await createItem(team, 'Two')]
  await createItem(team, 'Three')
  await team.ann.call('addToCycle', {
    params: { ...params, cycle_id: cycle.id },
    body: { issues: [one.id, two.id] },
  })
  await visit(ann, `${screen}/${cycle.id}`)
  await visit(max, `${screen}/${cycle.id}`)
  await expect(panel(max).getByRole('img', { name: /2 of 2 remaining/ })).toBeVisible()
  await expect(panel(max).getByText('0% done')).toBeAttached()
  await ann.locator('[data-card]').filter({ hasText: 'One' }).focus()
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(panel(max).getByText('50% done')).toBeAttached()
  await expect(panel(max).getByRole('img', { name: /1 of 2 remaining/ })).toBeVisible()
  await expectAccessible(max)

  // The screen of active cycles (g, then o) lists urgent and high-priority items next to each cycle.
  await max.keyboard.press('g')
  await max.keyboard.press('o')
  const running = max.getByRole('listitem', { name: 'Sprint 1' })
  await expect(running.getByRole('img', { name: /1 of 2 remaining/ })).toBeVisible()
  await expect(running.getByText('No urgent or high-priority work items are open.')).toBeVisible()
  await team.ann.call('updateWorkItem', { params: { ...params, id: two.id }, body: { priority: 'urgent' } })
  await expect(running.getByRole('link', { name: /Two/ })).toBeVisible()
  await expectAccessible(max)
  await running.getByRole('link', { name: 'Sprint 1' }).click()

  // Ann adds an item that is in no cycle, and Max sees it.
  await ann.getByRole('button', { name: 'Add work items' }).click()
  await ann.getByRole('option', { name: 'Three' }).click()
  await expect(max.locator('[data-item]').filter({ hasText: 'Three' })).toBeVisible()
  await expect(panel(max).getByRole('img', { name: /2 of 3 remaining/ })).toBeVisible()
  // The list stays open after a choice, so that an item that was added by mistake can be removed.
  await ann.getByRole('option', { name: 'Three' }).click()
  await expect(panel(max).getByRole('img', { name: /1 of 2 remaining/ })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(max.locator('[data-item]').filter({ hasText: 'Three' })).toHaveCount(0)

  await panel(max).getByRole('button', { name: /^Done/ }).click()
  await expect(max.locator('[data-item]')).toHaveCount(1)
  await panel(max).getByRole('button', { name: /^Done/ }).click()
  await expect(max.locator('[data-item]')).toHaveCount(2)

  // An item that is created on this screen is added to the cycle.
  await ann.keyboard.press('c')
  await ann
    .getByRole('dialog', { name: 'New work item' })
    .getByRole('textbox', { name: 'Title' })
    .fill('Four')
  await ann.keyboard.press('Control+Enter')
  await expect(max.locator('[data-item]').filter({ hasText: 'Four' })).toBeVisible()
})

test('figures in points follow estimates of the other user, stay selected, and switch to time', async ({
  ann,
  max,
}) => {
  await on()
  const cycle = await makeCycle('Sprint 1', 0, 13)
  await visit(max, `${screen}/${cycle.id}`)
  await expect(panel(max).getByRole('heading', { name: 'Progress' })).toBeVisible()
  await expect(panel(max).getByRole('button', { name: 'Points' })).toHaveCount(0)
  const makeEstimate = (type: 'points' | 'time', values: string[], name: string) =>
    team.ann.call('createEstimate', {
      params,
      body: {
        estimate: { type, name },
        estimate_points: values.map((value, at) => ({ key: at + 1, value })),
      },
    })
  const effort = await makeEstimate('points', ['2', '2.5'], 'Effort')
  await team.ann.call('updateProject', { params, body: { estimate: effort.id } })
  const [small, large] = effort.points.map(({ id }) => id)
  for (const name of ['One', 'Two']) {
    const { id } = await createItem(team, name)
    const body = { estimate_point: small ?? null, cycle_id: cycle.id }
    await team.ann.call('updateWorkItem', { params: { ...params, id }, body })
  }
  await panel(max).getByRole('button', { name: 'Points' }).click()
  await expect(panel(max).getByRole('img', { name: /4 of 4 remaining/ })).toBeVisible()

  await visit(ann, `${screen}/${cycle.id}`)
  await ann.locator('[data-card]').filter({ hasText: 'One' }).focus()
  await ann.keyboard.press('Shift+E')
  await ann.getByRole('option', { name: '2.5', exact: true }).click()
  await expect(panel(max).getByRole('img', { name: /4\.5 of 4\.5 remaining/ })).toBeVisible({ timeout: 1000 })
  await ann.locator('[data-card]').filter({ hasText: 'Two' }).focus()
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(panel(max).getByRole('img', { name: /2\.5 of 4\.5 remaining/ })).toBeVisible()
  await expect(panel(max).getByRole('button', { name: /^Done/ })).toContainText('2')
  await expect(panel(max).getByText('44% done')).toBeAttached()
  await expect(panel(max).getByRole('button', { name: /^Unassigned/ })).toContainText('2 of 4.5')
  await expectAccessible(max)

  // The unit that the user chose (items or estimates) also applies on other screens and later visits. The other
  // user still sees the number of items.
  await expect(panel(ann).getByRole('img', { name: /1 of 2 remaining/ })).toBeVisible()
  await max.getByRole('link', { name: 'Cycles', exact: true }).first().click()
  await expect(section(max, 'Active')).toContainText('4.5 points')
  await max.reload()
  await expect(section(max, 'Active')).toContainText('4.5 points')

  const hours = await makeEstimate('time', ['90'], 'Hours')
  await team.ann.call('switchEstimate', {
    params: { ...params, estimate_id: hours.id },
    body: {
      values: [{ estimate_point_id: large ?? '', new_estimate_point_id: hours.points[0]?.id ?? null }],
    },
  })
  await expect(section(max, 'Active')).toContainText('1h 30m')
  await visit(max, `${screen}/${cycle.id}`)
  await expect(panel(max).getByRole('button', { name: 'Time' })).toHaveAttribute('aria-pressed', 'true')
  await expect(panel(max).getByRole('img', { name: /1h 30m of 1h 30m remaining/ })).toBeVisible()
  await team.ann.call('updateProject', { params, body: { estimate: null } })
  await expect(panel(max).getByRole('button', { name: 'Time' })).toHaveCount(0)
  await expect(panel(max).getByRole('img', { name: /1 of 2 remaining/ })).toBeVisible()
})

test('an item gets its cycle by key, on the board and in the peek; turning cycles off hides it', async ({
  ann,
  max,
}) => {
  await on()
  await makeCycle('Sprint 1', 0, 13)
  await makeCycle('Sprint 2', 14, 27)
  await createItem(team, 'One')
  await visit(max, team.board)
  await visit(ann, team.board)
  const card = (page: Page) => page.locator('[data-item]').filter({ hasText: 'One' })
  await card(ann).locator('[data-card]').focus()
  await ann.keyboard.press('Shift+C')
  await ann.getByRole('option', { name: 'Sprint 1' }).click()
  await expect(card(max)).toContainText('Sprint 1')
  await expect(ann.getByText('No cycle → Sprint 1')).toBeVisible()
  await card(max).locator('[data-card]').focus()
  await max.keyboard.press('Enter')
  // The side panel of the item shows the cycle too.
  const peek = max.getByRole('dialog', { name: /ATL-\d+ One$/ })
  await peek.getByRole('combobox', { name: 'Cycle: Sprint 1' }).click()
  await max.getByRole('option', { name: 'Sprint 2' }).click()
  await expect(card(ann)).toContainText('Sprint 2')
  await expect(max.getByText('moved this from Sprint 1 to Sprint 2')).toBeVisible()
  await team.ann.call('updateProject', { params, body: { cycle_view: false } })
  await expect(card(ann)).not.toContainText('Sprint 2')
  await expect(max.getByRole('combobox', { name: /^Cycle/ })).toHaveCount(0)
})

test('on a phone the progress is a sheet that can be closed', async ({ phoneBrowser, server }) => {
  await on()
  const cycle = await makeCycle('Sprint 1', 0, 13)
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(`${screen}/${cycle.id}`)
  await phone.getByRole('button', { name: 'Show progress' }).tap()
  const sheet = phone.getByRole('dialog', { name: 'Progress' })
  await expect(sheet.getByRole('button', { name: /^Done/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toHaveCount(0)
})

test('a guest sees who may use cycles', async ({ ann, server }) => {
  await on()
  const cycle = await makeCycle('Sprint 1', 0, 13)
  await clearBrowserSession(ann)
  await signUpGuestOnPage(server, team, ann)
  await visit(ann, screen)
  await expect(ann.getByText('Only project members can see cycles')).toBeVisible()
  await visit(ann, `${screen}/${cycle.id}`)
  await expect(ann.getByText('Only project members can see cycles')).toBeVisible()
})

test('a project creates cycles automatically once an admin turns it on, and the other user sees them', async ({
  ann,
  max,
}) => {
  await on()
  await visit(max, all)
  await visit(ann, all)
  await expect(max.getByRole('button', { name: 'Automatic cycles' })).toHaveCount(0)
  await ann.getByRole('button', { name: 'Automatic cycles' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Automatic cycles' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sprint')
  await dialog.getByRole('combobox', { name: 'Length' }).click()
  await ann.getByRole('option', { name: '1 week', exact: true }).click()
  const made = dialog.getByRole('region', { name: 'Cycles created now' }).getByRole('listitem')
  await expect(made).toHaveText([/^Sprint 1/, /^Sprint 2/, /^Sprint 3/])
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Turn on automatic cycles' }).click()
  for (const page of [ann, max]) {
    await expect(section(page, 'Active').getByRole('link')).toHaveText('Sprint 1')
    await expect(section(page, 'Upcoming').getByRole('link')).toHaveText(['Sprint 2', 'Sprint 3'])
  }
  await ann.getByRole('button', { name: 'Automatic cycles are on' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(ann.getByRole('button', { name: 'Automatic cycles' })).toBeVisible()
  await expect(section(ann, 'Upcoming').getByRole('link')).toHaveCount(2)
})

test('drafts are reordered by keys and by mouse for everyone', async ({ ann, max }) => {
  await on()
  for (const name of ['One', 'Two']) await team.ann.call('createCycle', { params, body: { name } })
  const drafts = (page: Page) => section(page, 'Drafts').getByRole('link')
  await visit(max, all)
  await visit(ann, all)
  await expect(drafts(ann)).toHaveText(['Two', 'One'])
  await drafts(ann).filter({ hasText: 'One' }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  for (const page of [ann, max]) await expect(drafts(page)).toHaveText(['One', 'Two'])
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, max]) await expect(drafts(page)).toHaveText(['Two', 'One'])
  const line = (at: number) => section(ann, 'Drafts').getByRole('listitem').nth(at)
  await drag(line(1), line(0), { targetPosition: { x: 300, y: 4 } })
  await expect(drafts(max)).toHaveText(['One', 'Two'])
})

test('an end in the past shows a warning, offers to end the cycle now, and can be undone', async ({
  ann,
  max,
}) => {
  await on()
  await makeCycle('Sprint 1', -3, 4)
  await visit(ann, all)
  await visit(max, all)
  const act = async (name: string) => {
    await ann.getByRole('button', { name: 'Actions for Sprint 1' }).click()
    await ann.getByRole('menuitem', { name }).click()
  }
  const dialog = ann.getByRole('dialog', { name: 'Edit cycle' })
  const endYesterday = async () => {
    await act('Edit cycle')
    await dialog.getByRole('button', { name: /^End date/ }).click()
    await ann
      .getByRole('dialog', { name: 'End date', exact: true })
      .getByRole('textbox')
      .fill(addDays(today, -1))
    await ann.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('saving completes the cycle')
  }
  await endYesterday()
  await expectAccessible(ann, { name: 'cycle form that ends' })
  await dialog.getByRole('button', { name: 'End cycle now' }).click()
  await expect(section(ann, 'Completed')).toContainText('Sprint 1')
  await ann.keyboard.press('Control+z')
  await expect(section(ann, 'Active')).toContainText('5 days left')

  await endYesterday()
  await dialog.getByRole('button', { name: 'Save as completed' }).click()
  await expect(section(ann, 'Completed')).toContainText('Sprint 1')
  await ann.keyboard.press('Control+z')
  await expect(section(ann, 'Active')).toContainText('5 days left')

  // An upcoming cycle starts today, but only after the active cycle was ended.
  await makeCycle('Sprint 2', 6, 9)
  const start = ann.getByRole('dialog', { name: 'Start Sprint 2 now?' })
  const openStart = async () => {
    await ann.getByRole('button', { name: 'Actions for Sprint 2' }).click()
    await ann.getByRole('menuitem', { name: 'Start cycle now' }).click()
  }
  await openStart()
  await expect(start.getByRole('alert')).toContainText('End Sprint 1 first.')
  await expect(start.getByRole('button', { name: 'Start cycle now' })).toBeDisabled()
  await expectAccessible(ann, { name: 'start of a cycle' })
  await ann.keyboard.press('Escape')

  await act('End cycle now')
  await ann
    .getByRole('dialog', { name: 'End Sprint 1' })
    .getByRole('button', { name: 'End cycle now' })
    .click()
  await expect(section(max, 'Completed')).toContainText('Sprint 1')
  await openStart()
  await start.getByRole('radio', { name: /Keep the length/ }).click()
  await start.getByRole('button', { name: 'Start cycle now' }).click()
  await expect(section(max, 'Active')).toContainText('4 days left')
  await ann.keyboard.press('Control+z')
  await expect(section(max, 'Upcoming')).toContainText('Sprint 2')
  await max.getByRole('button', { name: 'Actions for Sprint 1' }).click()
  await expect(max.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
  for (const name of ['Reopen cycle', 'Change end date'])
    await expect(max.getByRole('menuitem', { name })).toHaveCount(0)

  // An admin changes the end date of the completed cycle. The cycle stays completed, also after Undo.
  const correction = ann.getByRole('dialog', { name: 'Change the end date of Sprint 1' })
  const last = async () => {
    const cycles = await team.ann.call('listCycles', { params })
    return cycles.find(({ name }) => name === 'Sprint 1')?.end_date?.slice(0, 10)
  }
  for (const day of [-1, -2]) {
    await act('Change end date')
    await correction.getByRole('button', { name: /^End date/ }).click()
    await ann
      .getByRole('dialog', { name: 'End date', exact: true })
      .getByRole('textbox')
      .fill(addDays(today, day))
    await ann.keyboard.press('Enter')
    await correction.getByRole('button', { name: 'Save' }).click()
    await expect.poll(last).toBe(addDays(today, day))
  }
  await ann.keyboard.press('Control+z')
  await expect.poll(last).toBe(addDays(today, -1))
  await expect(section(max, 'Completed')).toContainText('Sprint 1')

  await act('Reopen cycle')
  await expectAccessible(ann, { name: 'reopen a cycle' })
  await ann.keyboard.press('Control+Enter')
  await expect(section(max, 'Active')).toContainText('1 day left')
})

test('the list shows the burndown of the active cycle, and an end in the past moves its unfinished items', async ({
  ann,
}) => {
  await on()
  const active = await makeCycle('Sprint 1', -3, 4)
  const next = await makeCycle('Sprint 2', 10, 14)
  const item = await createItem(team, 'Unfinished')
  await team.ann.call('addToCycle', {
    params: { ...params, cycle_id: active.id },
    body: { issues: [item.id] },
  })
  await visit(ann, all)
  await expect(section(ann, 'Active').getByRole('img', { name: /1 of 1/ })).toBeVisible()
  await expect(section(ann, 'Upcoming').locator('svg polyline')).toHaveCount(0)

  await ann.getByRole('button', { name: 'Actions for Sprint 1' }).click()
  await ann.getByRole('menuitem', { name: 'Edit cycle' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Edit cycle' })
  await dialog.getByRole('button', { name: /^End date/ }).click()
  const day = ann.getByRole('dialog', { name: 'End date', exact: true }).getByRole('textbox')
  const count = /cycle-issues\/\?.*state_group/
  await ann.route(count, (route) => route.abort())
  await day.fill(addDays(today, -1))
  await ann.keyboard.press('Enter')
  // While the number of unfinished items is not loaded, the cycle cannot end without the user's choice.
  for (const name of ['Save as completed', 'End cycle now'])
    await expect(dialog.getByRole('button', { name })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  await ann.unroute(count)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('1 unfinished work item is still in Sprint 1.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Leave in Sprint 1' }).click()
  await dialog.getByRole('radio', { name: /^Sprint 2/ }).click()
  await expectAccessible(ann, { name: 'cycle form with unfinished items' })
  await dialog.getByRole('button', { name: 'Save as completed' }).click()
  await expect(section(ann, 'Completed')).toContainText('Sprint 1')
  const cycleOf = async () =>
    (await team.ann.call('getWorkItem', { params: { ...params, id: item.id } })).cycle_id
  await expect.poll(cycleOf).toBe(next.id)
  await ann.keyboard.press('Control+z')
  await expect(section(ann, 'Active')).toContainText('Sprint 1')
  await expect.poll(cycleOf).toBe(active.id)
  await ann.keyboard.press('Control+Shift+z')
  await expect.poll(cycleOf).toBe(next.id)

  // The screen of a completed cycle shows how many of its items are unfinished.
  await team.ann.call('updateCycle', {
    params: { ...params, cycle_id: next.id },
    body: { start_date: addDays(today, -20), end_date: addDays(today, -10) },
  })
  await visit(ann, `${screen}/${next.id}`)
  await expect(ann.getByText('1 unfinished work item is still in Sprint 2.')).toBeVisible()
  await expectAccessible(ann, { name: 'completed cycle with unfinished items' })
})

test('tabs, search, filters and layouts narrow and arrange the cycles', async ({ ann, max }) => {
  await on()
  await makeCycle('Sprint 1', -3, 4)
  await makeCycle('Sprint 2', 7, 11)
  await makeCycle('Release', 12, 40)
  const favorite = await team.ann.call('createCycle', { params, body: { name: 'Someday' } })
  await visit(max, screen)
  await expect(section(max, 'Active').getByRole('link')).toHaveText('Sprint 1')
  await expect(section(max, 'Upcoming')).toHaveCount(0)
  await max.getByRole('button', { name: 'Upcoming', exact: true }).click()
  await expect(max).toHaveURL(/tab=upcoming/)
  await expect(section(max, 'Upcoming').getByRole('link')).toHaveText(['Sprint 2', 'Release'])
  await max.getByRole('searchbox', { name: 'Search cycles' }).fill('sprint')
  await expect(section(max, 'Upcoming').getByRole('link')).toHaveText(['Sprint 2'])
  await max.getByRole('searchbox', { name: 'Search cycles' }).fill('')
  await max.getByRole('button', { name: /^Filter/ }).click()
  await max.getByRole('menuitem', { name: 'Start date' }).click()
  await max.getByRole('menuitemcheckbox', { name: 'Next week' }).click()
  await max.keyboard.press('Escape')
  await max.keyboard.press('Escape')
  await max.getByRole('button', { name: 'Active', exact: true }).click()
  await expect(max.getByText('No matching cycles')).toBeVisible()
  await max.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(section(max, 'Active').getByRole('link')).toHaveText('Sprint 1')
  await expectAccessible(max, { name: 'tabs of cycles' })

  await max.getByRole('button', { name: 'Gallery' }).click()
  await max.getByRole('button', { name: 'All', exact: true }).click()
  const cards = max.getByRole('list', { name: 'All' }).getByRole('link')
  await expect(cards).toHaveText(['Sprint 1', 'Sprint 2', 'Release', 'Someday'])
  await expectAccessible(max, { name: 'gallery of cycles' })
  await max.getByRole('button', { name: 'Timeline' }).click()
  await expect(cards).toHaveText(['Sprint 1', 'Sprint 2', 'Release', 'Someday'])
  await max.reload()
  await expect(max.getByRole('button', { name: 'Timeline' })).toHaveAttribute('aria-pressed', 'true')
  await visit(ann, `${screen}/${favorite.id}`)
  await ann.getByRole('button', { name: 'Add to favorites' }).click()
  await visit(ann, all)
  await ann.getByRole('button', { name: /^Filter/ }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Only favorites' }).click()
  await ann.keyboard.press('Escape')
  await expect(section(ann, 'Drafts').getByRole('link')).toHaveText('Someday')
  await expect(section(ann, 'Active')).toHaveCount(0)
  await ann.getByRole('button', { name: 'Completed', exact: true }).click()
  await expect(ann.getByText('No completed cycles')).toBeVisible()
})

test('after a cycle ends without its unfinished items, its screen shows no unfinished items', async ({
  ann,
}) => {
  await on()
  const { id } = await makeCycle('Sprint 1', 0, 3)
  for (const name of ['Map', 'Forecast']) {
    const item = await createItem(team, name)
    await team.ann.call('addToCycle', { params: { ...params, cycle_id: id }, body: { issues: [item.id] } })
  }
  await visit(ann, `${screen}/${id}`)
  await expect(ann.locator('[data-card]')).toHaveCount(2)
  await ann.getByRole('button', { name: 'Actions for Sprint 1' }).click()
  await ann.getByRole('menuitem', { name: 'End cycle now' }).click()
  const dialog = ann.getByRole('dialog', { name: 'End Sprint 1' })
  await dialog.getByRole('radio', { name: /No cycle/ }).click()
  const counted = ann.waitForResponse((response) => response.url().includes('state_group='))
  await dialog.getByRole('button', { name: 'End cycle now' }).click()
  await expect(ann.getByText('Work items can be added only to cycles that have not ended.')).toBeVisible()
  await counted
  await expect(ann.getByText('unfinished work items are still in Sprint 1')).toBeHidden()
  await expect(ann.getByRole('button', { name: 'Add work items' })).toBeHidden()
})

test('a draft starts today, and the list shows it among the active cycles', async ({ ann }) => {
  await on()
  await team.ann.call('createCycle', { params, body: { name: 'Sprint 1' } })
  await visit(ann, `${screen}?tab=drafts`)
  await ann.getByRole('button', { name: 'Actions for Sprint 1' }).click()
  await ann.getByRole('menuitem', { name: 'Start cycle now' }).click()
  const start = ann.getByRole('dialog', { name: 'Start Sprint 1 now?' })
  await expect(start.getByText('starts today. Choose its last day.')).toBeVisible()
  await expectAccessible(ann, { name: 'start of a draft' })
  await start.getByRole('button', { name: 'Start cycle now' }).click()
  await expect(section(ann, 'Active')).toContainText('14 days left')
  await expect(ann).not.toHaveURL(/tab=/)
  await ann.keyboard.press('Control+z')
  const find = async () => (await team.ann.call('listCycles', { params }))[0]?.start_date
  await expect.poll(find).toBeNull()
})
