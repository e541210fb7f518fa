import { expect, type Page } from '@playwright/test'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
})

const peek = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`ATL-\\d+ ${name}$`) })
const titleOf = (page: Page, name: string) =>
  peek(page, name).getByRole('button', { name: `Edit Title: ${name}` })
/** Returns the focused item of the list, in any layout. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('[data-item]')?.textContent?.match(/One|Two|Three/)?.[0],
  )

async function look(page: Page, layout: string): Promise<void> {
  const { slug, project_id, ann } = team
  await ann.call('updateUserProperties', {
    params: { slug, project_id },
    query: { context: 'project' },
    body: { display_filters: { layout, order_by: 'sort_order' } },
  })
  await visit(page, team.board)
  await expect(page.locator('[data-item]').filter({ hasText: 'Three' }).first()).toBeVisible()
}

for (const layout of ['kanban', 'list', 'spreadsheet', 'gantt_chart', 'calendar']) {
  test(`keys go into an item, on to the next and back: ${layout}`, async ({ ann }) => {
    const { slug, project_id } = team
    const { results } = await team.ann.call('listWorkItems', { params: { slug, project_id }, query: {} })
    const today = new Date().toISOString().slice(0, 10)
    for (const { id } of Array.isArray(results) ? results : [])
      await team.ann.call('updateWorkItem', {
        params: { slug, project_id, id },
        body: { target_date: today },
      })
    await look(ann, layout)
    await ann.keyboard.press('j')
    await expect.poll(() => focused(ann)).toBe('One')
    await ann.keyboard.press('j')
    await expect.poll(() => focused(ann)).toBe('Two')
    await ann.keyboard.press('k')
    await expect.poll(() => focused(ann)).toBe('One')
    await ann.keyboard.press('Enter')
    await expect(titleOf(ann, 'One')).toBeFocused()
    await ann.keyboard.press('j')
    await expect(titleOf(ann, 'Two')).toBeFocused()
    await ann.keyboard.press('ArrowDown')
    await expect(titleOf(ann, 'Three')).toBeFocused()
    await ann.keyboard.press('ArrowDown')
    await ann.keyboard.press('ArrowUp')
    await expect(titleOf(ann, 'Two')).toBeFocused()
    // The side panel opens beside the list and does not cover it, so the item in the list stays visible.
    const shown = ann.locator('[data-item]').filter({ hasText: 'Two' }).first()
    await expect(shown).toBeInViewport({
      ratio: layout === 'spreadsheet' || layout === 'gantt_chart' ? 0.2 : 1,
    })
    const [item, pane] = [await shown.boundingBox(), await peek(ann, 'Two').boundingBox()]
    expect(item?.x).toBeLessThan(pane?.x ?? 0)
    await ann.keyboard.press('Tab')
    await expect(peek(ann, 'Two').getByRole('textbox', { name: 'Description' })).toBeFocused()
    await ann.keyboard.type('jk')
    await expect(peek(ann, 'Two').getByRole('textbox', { name: 'Description' })).toHaveText('jk')
    await ann.keyboard.press('Escape')
    await expect(titleOf(ann, 'Two')).toBeFocused()
    await ann.keyboard.press('Escape')
    await expect(peek(ann, 'Two')).toHaveCount(0)
    await expect.poll(() => focused(ann)).toBe('Two')
  })
}

/**
 * Returns functions that press keys in the page. `press` counts its keys. `type` counts neither the letters of its text
 * nor the Enter after the text.
 */
function counter(page: Page) {
  let count = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      count += keys.length
    },
    type: async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
    /** Returns the number of counted keys since the last call. */
    taken: () => {
      const taken = count
      count = 0
      return taken
    },
  }
}

test('ten common tasks need few key presses', async ({ ann }) => {
  await look(ann, 'kanban')
  const keys = counter(ann)
  const card = (name: string) => ann.locator('[data-item]').filter({ hasText: name })
  const notice = (text: RegExp) => ann.locator('[data-sonner-toast]').filter({ hasText: text })

  await keys.press('c')
  await expect(ann.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await keys.type('Four')
  await expect(card('Four')).toBeVisible()
  expect(keys.taken(), 'create').toBeLessThanOrEqual(1)

  await ann.locator('body').click({ position: { x: 900, y: 700 } })
  await ann.keyboard.press('j')
  await expect.poll(() => focused(ann)).toBe('One')
  await keys.press('Enter')
  await expect(titleOf(ann, 'One')).toBeFocused()
  expect(keys.taken(), 'open').toBeLessThanOrEqual(1)

  await keys.press('j')
  await expect(titleOf(ann, 'Two')).toBeFocused()
  expect(keys.taken(), 'next').toBeLessThanOrEqual(1)

  await keys.press('e')
  const text = peek(ann, 'Two').getByRole('textbox', { name: 'Description' })
  await expect(text).toBeFocused()
  await ann.keyboard.type('Read this first')
  await expect(text).toHaveText('Read this first')
  expect(keys.taken(), 'edit the text, from what is open').toBeLessThanOrEqual(2)
  await ann.keyboard.press('Escape')

  await keys.press('s')
  await expect(ann.getByRole('option', { name: 'Todo' })).toBeVisible()
  await keys.press('2')
  await expect(peek(ann, 'Two').getByRole('combobox', { name: 'State: Todo' })).toBeVisible()
  expect(keys.taken(), 'state').toBeLessThanOrEqual(2)
  await expect(notice(/ATL-2 · Backlog → Todo/)).toBeVisible()

  await keys.press('a')
  await expect(ann.getByRole('option').first()).toBeVisible()
  await keys.press('1')
  await expect(notice(/ATL-2 · Assigned to Ann/)).toBeVisible()
  expect(keys.taken(), 'assignee').toBeLessThanOrEqual(2)
  await ann.keyboard.press('Escape')

  await keys.press('l')
  await expect(ann.getByRole('option').first()).toBeVisible()
  await keys.press('1')
  await expect(notice(/ATL-2 · Label /)).toBeVisible()
  expect(keys.taken(), 'label').toBeLessThanOrEqual(2)
  await ann.keyboard.press('Escape')

  await keys.press('d')
  await expect(ann.getByRole('textbox', { name: 'Type a date' })).toBeFocused()
  await keys.type('tomorrow')
  await expect(notice(/ATL-2 · No due date → Due /)).toBeVisible()
  expect(keys.taken(), 'date').toBeLessThanOrEqual(2)

  await ann.keyboard.press('Escape')
  await expect(peek(ann, 'Two')).toHaveCount(0)
  await expect.poll(() => focused(ann)).toBe('Two')
  await keys.press('Alt+ArrowRight')
  await expect(ann.locator(`[data-cell="${team.states['In Progress']}"]`).getByText('Two')).toBeVisible()
  await expect.poll(() => focused(ann)).toBe('Two')
  expect(keys.taken(), 'move').toBeLessThanOrEqual(2)
  await expect(notice(/ATL-2 · Todo → In Progress/)).toBeVisible()

  await keys.press('Control+k')
  await expect(ann.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await keys.type('Three')
  await expect(ann).toHaveURL(/browse\/ATL-3/)
  expect(keys.taken(), 'search').toBeLessThanOrEqual(1)
})

test('keys pressed before a picker opens go to the picker', async ({ ann }) => {
  // The test delays the scripts of the popups, as a slow network does, so that keys are pressed before a popup has
  // loaded.
  const waiting: (() => void)[] = []
  let isSlow = true
  await ann.route(/\/(ItemPickers|PickerPopup|WorkItemDetail)-[^/]*\.js$/, (route) => {
    if (isSlow) waiting.push(() => void route.continue())
    else void route.continue()
  })
  // The tab of an earlier test has already loaded the scripts.
  await ann.goto('about:blank')
  await look(ann, 'kanban')
  await ann.keyboard.press('j')
  await expect.poll(() => focused(ann)).toBe('One')
  await ann.keyboard.press('Enter')
  await expect(peek(ann, 'One')).toBeVisible()
  await ann.keyboard.press('s')
  await ann.keyboard.press('2')
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  isSlow = false
  for (const go of waiting.splice(0)) go()
  await expect(peek(ann, 'One').getByRole('combobox', { name: 'State: Todo' })).toBeVisible()
  await expect(titleOf(ann, 'One')).toBeFocused()
})

test('keys after Escape in the peek go to the list, or to what they open', async ({ ann }) => {
  await ann.emulateMedia({ reducedMotion: 'no-preference' })
  await look(ann, 'list')
  // Sets the duration of the closing animation. With a long duration, the closing panel is still in the page
  // during the next key presses.
  const fadeFor = (time: string) =>
    ann.evaluate((slow) => document.documentElement.style.setProperty('--slow', slow), time)
  const closing = ann.locator('[role="dialog"][data-closed]')
  const escapeFromTitle = async () => {
    await fadeFor('0ms')
    await ann.locator('[data-item]').filter({ hasText: 'Two' }).getByRole('link').first().focus()
    await ann.keyboard.press('Enter')
    await expect(titleOf(ann, 'Two')).toBeFocused()
    await fadeFor('60s')
    await ann.keyboard.press('Enter')
    await expect(peek(ann, 'Two').getByRole('textbox', { name: 'Title' })).toBeFocused()
    await ann.keyboard.press('Escape')
    await ann.keyboard.press('Escape')
    await expect(closing).toHaveCount(1)
    expect(await focused(ann)).toBe('Two')
  }
  const dialogs = [
    ['Control+k', () => ann.getByRole('combobox', { name: 'Command palette' })],
    ['f', () => ann.getByRole('dialog', { name: 'Add a filter' }).getByRole('combobox')],
    ['?', () => ann.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ['c', () => ann.getByRole('textbox', { name: 'Title' })],
  ] as const
  for (const [key, opened] of dialogs) {
    await escapeFromTitle()
    await ann.keyboard.press(key)
    await expect(opened()).toBeVisible()
    const holdsFocus = () => opened().evaluate((field) => field.contains(document.activeElement))
    await expect.poll(holdsFocus).toBe(true)
    // Ends the closing animation of the panel if it is still running. This must not move the focus.
    await closing.evaluateAll((panes) => {
      for (const pane of panes) for (const fading of pane.getAnimations()) fading.finish()
    })
    await expect(closing).toHaveCount(0)
    expect(await holdsFocus(), key).toBe(true)
    await fadeFor('0ms')
    await ann.keyboard.press('Escape')
    await expect(opened()).toHaveCount(0)
  }
})

test('a peek keeps its sections in place, and the titles of the list beside it', async ({ ann }) => {
  const { slug, project_id } = team
  const params = { slug, project_id }
  const day = new Date().toISOString().slice(0, 10)
  const whole = await createItem(team, 'Whole, with a title of some length')
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: whole.id },
    body: { start_date: day, target_date: day },
  })
  for (const name of ['First part', 'Second part'])
    await team.ann.call('createWorkItem', { params, body: { name, parent_id: whole.id } })
  const waiting: (() => void)[] = []
  await ann.route(/[?&]parent=/, (route) => {
    waiting.push(() => void route.continue())
  })
  await look(ann, 'list')
  await ann.locator(`[data-card="${whole.id}"]`).click()
  const relations = peek(ann, 'Whole, with a title of some length').getByRole('region', { name: 'Relations' })
  await expect(relations).toBeVisible()
  const before = await relations.boundingBox()
  await expect.poll(() => waiting.length).toBe(1)
  for (const go of waiting) go()
  await expect(ann.getByRole('list', { name: 'Sub-items' }).getByRole('link')).toHaveCount(2)
  expect((await relations.boundingBox())?.y).toBe(before?.y)
  const title = await ann.locator(`[data-card="${whole.id}"]`).boundingBox()
  expect(title?.width).toBeGreaterThan(180)
})

test('a toast describes the change next to the first column', async ({ ann }) => {
  await look(ann, 'kanban')
  await ann.keyboard.press('j')
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'Todo' }).waitFor()
  await ann.keyboard.press('2')
  const toast = ann.locator('[data-sonner-toast]')
  await expect(toast).toContainText('ATL-1 · Backlog → Todo')
  const [first, box, sheet] = await Promise.all([
    ann.locator(`[data-cell="${team.states['Backlog']}"]`).boundingBox(),
    toast.boundingBox(),
    ann.locator('#main > div').boundingBox(),
  ])
  if (!first || !box || !sheet) throw new Error('column, toast and sheet are on the screen')
  expect(box.x).toBeGreaterThan(first.x + first.width)
  expect(box.x + box.width).toBeLessThan(sheet.x + sheet.width)
  await ann.keyboard.press('Control+z')
  await expect(toast).toContainText('Undone')
  await expect(toast).toContainText('ATL-1 · Backlog → Todo')
  await ann.keyboard.press('Control+Shift+z')
  await expect(toast).toContainText('Redone')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('Undone')
  await toast.getByRole('button', { name: 'Redo' }).click()
  await expect(toast).toContainText('Redone')
  await expect(toast).toHaveCount(1)
  await ann.context().setOffline(true)
  await expect(ann.getByText('Offline. This may be out of date.')).toBeVisible()
  await ann.getByRole('link', { name: /ATL-1 / }).focus()
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'Backlog' }).waitFor()
  await ann.keyboard.press('1')
  await expect(toast).toContainText('Saved on this device')
  await ann.context().setOffline(false)
  await expect(toast).toContainText('Todo → Backlog')
})

test('a new item stays visible where it was created', async ({ ann, max }) => {
  await look(ann, 'kanban')
  await visit(max, team.board)
  const backlog = (page: Page) => page.locator(`[data-cell="${team.states['Backlog']}"]`)
  const names = async (page: Page) =>
    (await backlog(page).getByRole('listitem').getByRole('link').allTextContents()).map((name) =>
      name.replace(/^\S+ /, ''),
    )
  await backlog(ann).getByRole('button', { name: 'Add a work item to Backlog' }).click()
  await ann.keyboard.type('Zero\n')
  await expect.poll(() => names(max)).toEqual(['Zero', 'One', 'Two', 'Three'])
  await expect(ann.getByRole('textbox', { name: 'New work item in Backlog' })).toBeFocused()
  await ann.keyboard.press('Escape')
  await backlog(ann).getByText('Add work item').click()
  for (const name of ['Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']) {
    await ann.keyboard.type(`${name}\n`)
    await expect(backlog(ann).getByText(name)).toBeInViewport()
  }
  await expect.poll(() => names(max).then((all) => all.at(-1))).toBe('Ten')
  const field = ann.getByRole('textbox', { name: 'New work item in Backlog' })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await ann
    .locator('[data-sonner-toast]')
    .filter({ hasText: 'ATL-11' })
    .getByRole('button', { name: 'Open' })
    .click()
  // The server numbers items that are created in parallel in the order in which the requests arrive.
  await expect(ann.getByRole('dialog', { name: /^ATL-11 / })).toBeVisible()
})

for (const layout of ['kanban', 'list', 'spreadsheet', 'gantt_chart', 'calendar'])
  test(`what closes or goes away leaves the focus to an item: ${layout}`, async ({ ann }) => {
    const { slug, project_id } = team
    const { results } = await team.ann.call('listWorkItems', { params: { slug, project_id }, query: {} })
    const today = new Date().toISOString().slice(0, 10)
    for (const { id } of Array.isArray(results) ? results : [])
      await team.ann.call('updateWorkItem', {
        params: { slug, project_id, id },
        body: { target_date: today },
      })
    await team.ann.call('createProject', { params: { slug }, body: { name: 'Beacon', identifier: 'BEA' } })
    await look(ann, layout)
    const item = (name: string) => ann.locator('[data-item]').filter({ hasText: name }).first()
    await item('Two').click({ button: 'right' })
    await ann.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => focused(ann)).toBe('Three')
    await item('Three').click({ button: 'right' })
    await ann.getByRole('menuitem', { name: 'Move to project' }).click()
    await ann.getByRole('option', { name: /Beacon/ }).click()
    await ann.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await expect(ann.locator('[data-item]').filter({ hasText: 'Three' })).toHaveCount(0)
    await expect.poll(() => focused(ann)).toBe('One')
    await ann.evaluate(() => (document.activeElement as HTMLElement).blur())
    await ann.keyboard.press('c')
    await expect(ann.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await ann.keyboard.type('Made')
    await ann.keyboard.press('Control+Enter')
    await expect(ann.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => focused(ann)).toBe('One')
    if (layout === 'kanban') await ann.getByRole('button', { name: 'Add a work item to Backlog' }).click()
    else if (layout === 'spreadsheet') await ann.getByRole('button', { name: 'Add work item' }).last().click()
    else return
    await expect(ann.getByRole('textbox')).toBeFocused()
    await ann.keyboard.press('Escape')
    await expect.poll(() => focused(ann)).toBe('One')
  })

test('an item is duplicated, copied and made part of another', async ({ ann }) => {
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => ann.evaluate(() => navigator.clipboard.readText())
  const { slug, project_id } = team
  const item = await team.ann.call('createWorkItem', {
    params: { slug, project_id },
    body: { name: 'Wäsche & more', priority: 'high', description_html: '<p>All of it</p>' },
  })
  await look(ann, 'list')
  await ann.getByRole('link', { name: /Wäsche/ }).focus()
  await ann.keyboard.press('Control+.')
  await expect.poll(clipboard).toBe('ATL-4')
  await ann.keyboard.press("Control+Shift+'")
  await expect.poll(clipboard).toBe('Wäsche & more')
  await ann.keyboard.press('Control+Shift+,')
  await expect.poll(clipboard).toMatch(/\/browse\/ATL-4$/)
  const menu = async (name: string) => {
    await ann.getByRole('link', { name: /ATL-4 / }).click({ button: 'right' })
    await ann.getByRole('menuitem', { name, exact: true }).click()
  }
  await menu('Copy')
  await ann.getByRole('menuitem', { name: 'Copy branch name' }).click()
  await expect.poll(clipboard).toBe('atl-4-wasche-more')
  await menu('Duplicate')
  await expect(ann.getByRole('link', { name: /ATL-5 Wäsche & more \(copy\)/ })).toBeVisible()
  const copy = await team.ann.call('getWorkItemByKey', { params: { slug, key: 'ATL-5' } })
  expect(copy).toMatchObject({ priority: 'high' })
  expect(copy.description_html).toContain('All of it')
  await menu('Set parent')
  await ann.getByRole('option', { name: 'One' }).click()
  await expect
    .poll(
      async () =>
        (await team.ann.call('getWorkItem', { params: { slug, project_id, id: item.id } })).parent_id,
    )
    .not.toBeNull()
})

test('an item has its page, with the way on from it', async ({ ann }) => {
  await look(ann, 'list')
  await ann.keyboard.press('j')
  await ann.keyboard.press('Enter')
  await peek(ann, 'One').getByRole('button', { name: 'Open as page' }).click()
  await expect(ann).toHaveURL(/browse\/ATL-1/)
  await expect(ann.getByText(/Created by Ann/)).toBeVisible()
  const title = await ann.getByRole('button', { name: 'Edit Title: One' }).boundingBox()
  const state = await ann.getByRole('combobox', { name: 'State: Backlog' }).boundingBox()
  expect(state?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0))
  await ann.keyboard.press('j')
  await expect(ann).toHaveURL(/browse\/ATL-2/)
  await expect(ann.getByRole('button', { name: 'Edit Title: Two' })).toBeVisible()
  await ann.keyboard.press('k')
  await expect(ann).toHaveURL(/browse\/ATL-1/)
  await ann.keyboard.press('g')
  await ann.keyboard.press('i')
  await expect(ann).toHaveURL(/issues$/)
  await visit(ann, `/${team.slug}/browse/ATL-99`)
  await ann.getByRole('button', { name: 'Go to work items of Atlas' }).click()
  await expect(ann).toHaveURL(/issues$/)
  await visit(ann, `${team.board}?peek=01a2077d-1e9f-734e-8326-56446942a243`)
  await ann.getByRole('button', { name: 'Back to list' }).click()
  await expect(ann).toHaveURL(/issues$/)
})

test('text typed before a popup opens goes into it', async ({ ann }) => {
  // Delays each chunk as on a slow network.
  await ann.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  // The tab of an earlier test has already loaded the chunks.
  await ann.goto('about:blank')
  await look(ann, 'kanban')
  await ann.keyboard.press('j')
  await ann.keyboard.press('p')
  await ann.keyboard.press('1')
  const one = ann.locator('[data-item]').filter({ hasText: 'One' })
  await expect(one.getByRole('combobox', { name: 'Priority: Urgent' })).toBeVisible()
  await ann.keyboard.press('c')
  await ann.keyboard.type('a fox')
  await ann.keyboard.press('Enter')
  await expect(ann.locator('[data-item]').filter({ hasText: 'a fox' })).toBeVisible()
  await one.getByRole('link').focus()
  await ann.keyboard.press('Control+k')
  await ann.keyboard.type('members')
  await ann.keyboard.press('Enter')
  await expect(ann).toHaveURL(/\/members$/)
})

test('on a phone what was done in an open item is told above it, and undone there', async ({
  phoneBrowser,
  server,
}) => {
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(team.board)
  await phone.locator('[data-card]').filter({ hasText: 'One' }).tap()
  await phone.getByRole('combobox', { name: 'State: Backlog' }).tap()
  await phone.getByRole('option', { name: 'Todo' }).tap()
  await phone.getByRole('button', { name: 'Undo' }).tap()
  await expect(peek(phone, 'One').getByRole('combobox', { name: 'State: Backlog' })).toBeVisible()
  // On the page of an item, phones show a breadcrumb that links to the list of the project. On the list, they do not
  // show it.
  await phone.goto(`/${team.slug}/browse/ATL-1`)
  const crumbs = phone.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByRole('link').tap()
  await expect(phone.locator('[data-card]').filter({ hasText: 'Two' })).toBeVisible()
  await expect(crumbs.getByRole('link')).toHaveCount(0)
  // When the sidebar opens, it is scrolled to its top.
  await phone.getByRole('button', { name: 'Open sidebar' }).tap()
  await expect(
    phone.getByRole('dialog', { name: 'Sidebar' }).getByRole('link', { name: 'Home' }),
  ).toBeInViewport()
})
