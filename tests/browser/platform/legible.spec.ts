import { expect, type Page } from '@playwright/test'
import { addDays, localDay } from '#common/platform/clock.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

let team: TwoUserProject
const params = () => ({ slug: team.slug, project_id: team.project_id })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

test('an item has its headings in order, and people and legends are read whole', async ({ ann }) => {
  const item = await createItem(team, 'Moor the boat')
  await team.ann.call('updateWorkItem', {
    params: { ...params(), id: item.id },
    body: { description_html: '<h3>Plan</h3><p>Slowly</p>' },
  })
  await ann.goto(team.board)
  await ann.locator('[data-card]').first().click()
  const peek = ann.locator('[data-peek]')
  const headings = () =>
    peek.evaluate((root) => [...root.querySelectorAll('h1, h2, h3, h4')].map((each) => each.localName))
  await expect(peek.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect.poll(headings).toEqual(['h2', 'h3', 'h2'])
  await expect(peek.getByRole('heading').first()).toContainText('Moor the boat')
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expectAccessible(ann, { name: 'item whose text begins with a small heading' })

  // A long name is shown completely, and the email address next to it is truncated.
  await team.max.call('updateMe', { body: { display_name: 'Maximiliane Okafor' } })
  await ann.keyboard.press('a')
  const name = ann.getByRole('option').getByText('Maximiliane Okafor', { exact: true })
  await expect(name).toBeVisible()
  expect(await name.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  await ann.keyboard.press('Escape')

  // The legend of a chart shows all lines, even while the pointer is on a day.
  await team.ann.call('updateProject', { params: params(), body: { cycle_view: true } })
  const today = new Date().toISOString().slice(0, 10)
  const cycle = await team.ann.call('createCycle', {
    params: params(),
    body: { name: 'Sprint 1', start_date: addDays(today, -2), end_date: addDays(today, 5) },
  })
  await ann.goto(`/${team.slug}/projects/${team.project_id}/cycles/${cycle.id}`)
  const legend = ann.getByRole('complementary', { name: 'Progress' }).locator('figcaption')
  for (const line of ['Remaining', 'Scope', 'Ideal']) await expect(legend).toContainText(line)
  await ann.getByRole('slider', { name: 'Day' }).press('ArrowLeft')
  await expect(legend).toContainText(/Remaining\s*0/)
  await expect(legend).toContainText('Ideal')
})

test('the sidebar opens at its top', async ({ ann }) => {
  for (let at = 0; at < 8; at++)
    await team.ann.call('createProject', {
      params: { slug: team.slug },
      body: { name: `Project ${at}`, identifier: `P${at}` },
    })
  await ann.setViewportSize({ width: 390, height: 500 })
  await ann.goto(`/${team.slug}/projects/${team.project_id}/pages`)
  await ann.getByRole('button', { name: 'Open sidebar' }).first().click()
  const sidebar = ann.getByRole('dialog', { name: 'Sidebar' })
  await expect(sidebar.getByRole('link', { name: 'Pages', exact: true })).toBeAttached()
  await expect(sidebar.getByRole('link', { name: 'Home' })).toBeInViewport()
  expect(await sidebar.locator('[data-scroller]').evaluate((scroller) => scroller.scrollTop)).toBe(0)
})

/** Expects that the cards of a column and the button below them do not overlap. */
async function expectNoOverlap(page: Page, todo: string) {
  const boxes = await page
    .locator(`[data-cell="${todo}"] [data-item], [data-cell="${todo}"] button:has-text("Add work item")`)
    .evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
    )
  const sorted = boxes.toSorted(([one = 0], [other = 0]) => one - other)
  expect(sorted.length).toBeGreaterThan(8)
  for (const [at, [top = 0]] of sorted.slice(1).entries())
    expect(top).toBeGreaterThanOrEqual(sorted[at]?.[1] ?? 0)
}

test('cards do not overlap before they are measured, and long keys are whole', async ({ ann }) => {
  const project = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Long', identifier: 'HARBOURMAP' },
  })
  const own = { slug: team.slug, project_id: project.id }
  const listed = await team.ann.call('listStates', { params: own })
  const todo = (Array.isArray(listed) ? listed : []).find(({ name }) => name === 'Todo')?.id ?? ''
  for (let at = 0; at < 9; at++)
    await team.ann.call('createWorkItem', {
      params: own,
      body: { name: `${at} ${'A title of several lines. '.repeat(at + 1)}`, state_id: todo },
    })
  // Disables the measurement of card heights, so that the layout uses the estimated heights.
  await ann.addInitScript(() => {
    const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight') ?? {}
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
      get(this: HTMLElement) {
        return this.dataset['index'] === undefined ? get?.call(this) : 96
      },
    })
    const { observe } = ResizeObserver.prototype
    ResizeObserver.prototype.observe = function (target, options) {
      if (!(target instanceof HTMLElement && target.dataset['index'])) observe.call(this, target, options)
    }
  })
  await ann.goto(`/${team.slug}/projects/${project.id}/issues`)
  await expect(ann.locator('[data-item]').nth(7)).toBeAttached()
  await expectNoOverlap(ann, todo)
  for (const layout of ['kanban', 'list', 'spreadsheet', 'gantt_chart'] as const) {
    await team.ann.call('updateUserProperties', { params: own, body: { display_filters: { layout } } })
    await ann.goto(`/${team.slug}/projects/${project.id}/issues`)
    const key = ann.getByText('HARBOURMAP-9', { exact: true }).filter({ visible: true }).first()
    await expect(key, layout).toBeVisible()
    expect(
      await key.evaluate(
        (text) => text.scrollWidth <= Math.max(1, text.clientWidth) || text.clientWidth === 0,
      ),
      layout,
    ).toBe(true)
    expect(await key.evaluate(isCutOff), layout).toBe(false)
  }
})

/**
 * Returns whether an element between the text and the scroll container of the list clips the text
 * horizontally.
 */
function isCutOff(text: Element): boolean {
  const own = text.getBoundingClientRect()
  for (let box = text.parentElement; box && !box.hasAttribute('data-scroller'); box = box.parentElement) {
    const { left, right } = box.getBoundingClientRect()
    const clips = getComputedStyle(box).overflowX !== 'visible'
    if (clips && (own.left < left - 1 || own.right > right + 1)) return true
  }
  return false
}

test('the created column and the filter count days in the same time zone', async ({ ann }) => {
  const item = await createItem(team, 'Made now')
  const now = Date.parse(item.created_at)
  // Choose a time zone in which the date differs from the date in UTC.
  const zone = new Date(now).getUTCHours() >= 12 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  await team.ann.call('updateMe', { body: { user_timezone: zone } })
  const day = localDay(now, zone)
  const found = async (created_at: string) =>
    (await team.ann.call('listWorkItems', { params: params(), query: { created_at } })).total_count
  expect(await found(day)).toBe(1)
  expect(await found(addDays(day, zone === 'Pacific/Kiritimati' ? -1 : 1))).toBe(0)
  await team.ann.call('updateUserProperties', {
    params: params(),
    body: {
      display_filters: { layout: 'spreadsheet' },
      display_properties: { created_on: true },
    },
  })
  await ann.goto(team.board)
  const words = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  await expect(ann.locator('[data-item]').first()).toContainText(words.format(Date.parse(day)))
})
