import { expect, type Page } from '@playwright/test'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

interface Paints {
  /** The sum of all layout shifts since the navigation, as in the metric Cumulative Layout Shift. */
  shift: number
  /** The titles of cards that overlapped another card in some frame. */
  overlaps: string[]
}

declare global {
  interface Window {
    paints: Paints
  }
}

/** Runs in the page before its scripts. Observes layout shifts, and the rectangles of cards in every frame. */
function observePaints(): void {
  const paints: Paints = { shift: 0, overlaps: [] }
  window.paints = paints
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) paints.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const compare = () => {
    const cards = [...document.querySelectorAll('section [data-item]')].map((card) => ({
      name: card.textContent ?? '',
      rect: card.getBoundingClientRect(),
    }))
    cards.forEach(({ name, rect }, at) => {
      const isCovered = cards
        .slice(at + 1)
        .some(
          ({ rect: other }) =>
            rect.left < other.right - 1 &&
            other.left < rect.right - 1 &&
            rect.top < other.bottom - 1 &&
            other.top < rect.bottom - 1,
        )
      if (isCovered) paints.overlaps.push(name)
    })
    requestAnimationFrame(compare)
  }
  requestAnimationFrame(compare)
}

const visible = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

test('screens do not shift while they load, and cards never overlap', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const parent = await createItem(team, 'Moor the boat before the storm')
  const label = await team.ann.call('createLabel', { params, body: { name: 'Weather', color: '#3366ff' } })
  for (let at = 0; at < 12; at++) {
    const name = at % 2 === 0 ? `Rope ${at}` : `Rope ${at} of the length that needs a second line on a card`
    const more =
      at % 3 === 0 ? { parent_id: parent.id } : { label_ids: [label.id], target_date: '2031-05-06' }
    await team.ann.call('createWorkItem', { params, body: { name, priority: 'high', ...more } })
  }
  const written = await team.ann.call('createPage', { params, body: { name: 'Logbook' } })
  await visit(ann, team.board)
  const page = await ann.context().newPage()
  await page.addInitScript(observePaints)
  const project = `/${team.slug}/projects/${team.project_id}`
  const screens = [
    { path: team.board, ready: visible('Rope 10') },
    { path: `/${team.slug}/browse/ATL-1`, ready: visible('Moor the boat') },
    { path: `${project}/pages/${written.id}`, ready: visible('Logbook') },
    {
      path: `/${team.slug}/notifications`,
      ready: (one: Page) => expect(one.getByRole('heading', { level: 1 })).toBeAttached(),
    },
    { path: `/${team.slug}`, ready: visible('Atlas') },
  ]
  const show = async (path: string, ready: (page: Page) => Promise<void>) => {
    await page.goto(path)
    await ready(page)
    await page.waitForLoadState('networkidle')
    const { shift, overlaps } = await page.evaluate(() => window.paints)
    expect(overlaps, path).toEqual([])
    expect(shift, path).toBeLessThan(0.05)
  }
  for (const { path, ready } of screens) await show(path, ready)
  await team.ann.call('updateUserProperties', { params, body: { display_filters: { layout: 'list' } } })
  await show(team.board, visible('Rope 10'))
  await page.close()
})

test('screens of a phone do not shift if their content arrives late', async ({
  phoneBrowser,
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Moor the boat')
  const text = '<p>Use the long rope.</p>'.repeat(8)
  const body = { description_html: text, assignee_ids: [team.ann.id], target_date: '2020-01-05' }
  await team.ann.call('updateWorkItem', { params: { ...params, id: item.id }, body })
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await phone.addInitScript(observePaints)
  const screens = [
    {
      path: `/${team.slug}/browse/ATL-1`,
      late: `**/issues/${item.id}/*`,
      first: visible('Moor the boat'),
      last: visible('long rope'),
    },
    {
      path: `/${team.slug}`,
      late: '**/user-issues/**',
      first: (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
      last: visible('Moor the boat'),
    },
  ]
  for (const { path, late, first, last } of screens) {
    const { promise: isPainted, resolve: release } = Promise.withResolvers<void>()
    await phone.route(late, async (route) => {
      await isPainted
      await route.continue()
    })
    await phone.goto(path)
    await first(phone)
    await phone.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    release()
    await last(phone)
    await phone.waitForLoadState('networkidle')
    expect(await phone.evaluate(() => window.paints.shift), path).toBeLessThan(0.05)
  }
})
