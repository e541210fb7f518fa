import { type Browser, chromium, type Page } from '@playwright/test'
import { createOrm } from '#api/create-orm.ts'
import { createFilledSampleProject } from '#api/operation/seed/filled-sample-project.ts'
import { createBus } from '#api/platform/bus.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import type { LayoutName } from '#common/work/listing/view-settings.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { type ApiClient, createSignedInUser } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { type BaselineReactServer, startBaselineReactServer } from './bare-react.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'
import { measureFramesWhileScrolling } from './scroll.ts'

const items = 10_000
const opens = 9
const edits = 20
const peeks = 9

const layouts: { layout: LayoutName; name: string; scrolled: string | null }[] = [
  { layout: 'kanban', name: 'board', scrolled: '[data-cell] [data-scroller]' },
  { layout: 'list', name: 'list', scrolled: 'main [data-scroller]' },
  { layout: 'spreadsheet', name: 'table', scrolled: 'main [data-scroller]' },
  { layout: 'gantt_chart', name: 'timeline', scrolled: 'main [data-scroller]' },
  { layout: 'calendar', name: 'calendar', scrolled: null },
]

/**
 * Opens, changes and scrolls the five layouts of 10,000 items in Chromium with a warm cache. Compares each
 * layout with an empty React page.
 */
export async function measureLayoutsInChromium(server: ServerProcess): Promise<LoadReportRow[]> {
  const executablePath = findChromium()
  if (executablePath === null) return [{ what: 'layouts in Chromium', value: 'there is no Chromium' }]
  const browser = await chromium.launch({ executablePath, args: ['--enable-precise-memory-info'] })
  const bare = await startBaselineReactServer()
  try {
    const stage = await openBoard(server, browser)
    const rows: LoadReportRow[] = []
    for (const one of layouts) rows.push(...(await measureLayout(stage, bare, one)))
    rows.push(await timePeek(stage))
    return rows
  } finally {
    await bare.stop()
    await browser.close()
  }
}

interface Stage {
  person: ApiClient
  params: { slug: string; project_id: string }
  page: Page
  url: string
}

async function openBoard(server: ServerProcess, browser: Browser): Promise<Stage> {
  const person = await createSignedInUser(server, 'board@example.com')
  await person.call('setOnboarded', { body: { is_onboarded: true } })
  const { id, slug } = await person.call('createWorkspace', { body: { name: 'Board', slug: 'board' } })
  const project = await seed(server, id, person.id)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  await page.addInitScript(() => {
    let total = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          total += Number(entry.value)
      document.documentElement.dataset['shift'] = `${total}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const params = { slug, project_id: project.id }
  return { person, params, page, url: `${server.url}/${slug}/projects/${project.id}/issues` }
}

async function seed({ databaseUrl }: ServerProcess, workspace_id: string, user_id: string) {
  const bus = createBus(null)
  const orm = await createOrm(databaseUrl, bus)
  try {
    return await runInChangeBatch(orm.em, { actor_id: user_id, mutation_id: null }, (em) =>
      createFilledSampleProject(em, { workspace_id, user_id, items, onProgress: () => {} }),
    )
  } finally {
    await orm.close(true)
    await bus.close()
  }
}

async function measureLayout(
  stage: Stage,
  bare: BaselineReactServer,
  { layout, name, scrolled }: (typeof layouts)[number],
): Promise<LoadReportRow[]> {
  const { page, url } = stage
  await show(stage, layout)
  const opened = await timeOpening(page, url)
  const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
  const nodes = await page.evaluate(() => document.querySelectorAll('#root *').length)
  const frames = scrolled === null ? null : await measureFramesWhileScrolling(page, scrolled)
  // Key presses are measured on a fresh screen, because scrolling has moved the focus and has rendered other rows.
  if (scrolled !== null) await open(page, url)
  const keys = layout === 'kanban' ? await timeChanges(page) : await timeKeys(page, layout)
  const memory = await readMemory(page)
  const bareUrl = `${bare.url}?nodes=${nodes}`
  const bareOpened = await timeOpening(page, bareUrl)
  const bareFrames = scrolled === null ? null : await measureFramesWhileScrolling(page, '[data-scroller]')
  const middle = percentile(opened, 0.5)
  const bareMiddle = percentile(bareOpened, 0.5)
  const rows: LoadReportRow[] = [
    {
      what: `${name} of 10,000 items, warm open`,
      value: `p50 ${milliseconds(middle)}, worst ${milliseconds(Math.max(...opened))}`,
      baseline: `${milliseconds(bareMiddle)} (${nodes} nodes), × ${(middle / bareMiddle).toFixed(1)}`,
      budget: '500 ms',
      verdict: middle <= 500,
    },
    {
      what: '  shifts of its layout meanwhile',
      value: shift.toFixed(3),
      budget: '0.010',
      verdict: shift <= 0.01,
    },
    keys,
  ]
  if (frames !== null && bareFrames !== null) {
    const slow = percentile(frames, 0.95)
    rows.push({
      what: '  scrolled by wheel, p95 of frames',
      value: `${milliseconds(slow)}, longest ${milliseconds(Math.max(...frames))}`,
      baseline: milliseconds(percentile(bareFrames, 0.95)),
      budget: '33 ms',
      // The budget is two frames of a screen with 60 frames per second. Times of frames vary by tenths of a
      // millisecond, so the time is rounded.
      verdict: Math.round(slow / (1000 / 60)) <= 2,
    })
  }
  return [...rows, memory]
}

async function show({ person, params, page, url }: Stage, layout: LayoutName): Promise<void> {
  await person.call('updateUserProperties', {
    params,
    query: { context: 'project' },
    body: { display_filters: { layout } },
  })
  await open(page, url)
  await page.waitForLoadState('networkidle')
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('[data-item]').first().waitFor()
}

/** Measures the time from the start of the navigation to the frame that shows the first item. */
async function timeOpening(page: Page, url: string): Promise<number[]> {
  await open(page, url)
  const times: number[] = []
  for (let at = 0; at < opens; at++) {
    await page.reload({ waitUntil: 'commit' })
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = () =>
              document.querySelector('[data-item]') === null
                ? requestAnimationFrame(look)
                : resolve(performance.now())
            look()
          }),
      ),
    )
    await page.waitForLoadState('networkidle')
  }
  return times
}

/**
 * Measures the time from the key press that drops a card to the frame that shows the card in its new column.
 * Dropping takes longer than lifting or moving.
 */
async function timeChanges(page: Page): Promise<LoadReportRow> {
  await page.locator('[data-card]').first().focus()
  const times: number[] = []
  for (let at = 0; at < edits; at++) {
    await timeKey(page, 'Space')
    await timeKey(page, at % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')
    times.push(await timeKey(page, 'Space'))
  }
  return keyRow('  a card dropped, key to frame', times)
}

/**
 * Measures the time from an arrow key press to the frame that shows the new focus. In the calendar, also
 * measures the time to show the next month and to return.
 */
async function timeKeys(page: Page, layout: LayoutName): Promise<LoadReportRow> {
  const first = layout === 'spreadsheet' ? '[data-item] [data-column]' : '[data-item] [data-card]'
  await page.locator(first).first().focus()
  const times: number[] = []
  for (let at = 0; at < edits; at++) times.push(await timeKey(page, 'ArrowDown'))
  if (layout === 'calendar')
    for (let at = 0; at < edits; at++) times.push(await timeKey(page, at % 2 === 0 ? 'j' : 'k'))
  return keyRow('  an arrow key to its frame', times)
}

async function timeKey(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    window.addEventListener(
      'keydown',
      () => {
        const pressed = performance.now()
        // The first callback runs before the next frame is painted, and the second one after it.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            document.body.setAttribute('data-took', `${performance.now() - pressed}`),
          ),
        )
      },
      { capture: true, once: true },
    )
  })
  await page.keyboard.press(key)
  const took = await page.waitForFunction(() => document.body.getAttribute('data-took'))
  const time = Number(await took.jsonValue())
  await page.evaluate(() => document.body.removeAttribute('data-took'))
  return time
}

function keyRow(what: string, times: number[]): LoadReportRow {
  const middle = percentile(times, 0.5)
  return {
    what,
    value: `p50 ${milliseconds(middle)}, p95 ${milliseconds(percentile(times, 0.95))}`,
    budget: '100 ms',
    verdict: middle <= 100,
  }
}

/** Clicks an item in the list and measures the time until the side panel shows its description. */
async function timePeek(stage: Stage): Promise<LoadReportRow> {
  await show(stage, 'list')
  const { page } = stage
  const times: number[] = []
  // The first opening loads the code of the side panel and the editor. Only the later openings count, because
  // they are typical.
  for (let at = 0; at <= peeks; at++) {
    const took = await page.evaluate(async (nth) => {
      const link = document.querySelectorAll<HTMLElement>('[data-item] [data-card]')[nth]
      if (link === undefined) return null
      const before = document.querySelector('.document')
      const pressed = performance.now()
      link.click()
      return new Promise<number | null>((resolve) => {
        const look = () => {
          const text = document.querySelector('.document')
          const waited = performance.now() - pressed
          if (text !== null && text !== before && text.textContent.trim() !== '') resolve(waited)
          // If no description appears in this time, the item has none.
          else if (waited > 2000) resolve(null)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    }, at)
    if (at > 0 && took !== null) times.push(took)
    await page.waitForTimeout(300)
  }
  const middle = percentile(times, 0.5)
  return {
    what: 'peek, from the press to its text',
    value: `p50 ${milliseconds(middle)}, worst ${milliseconds(Math.max(...times))}, ${times.length} items`,
    budget: '200 ms',
    verdict: middle <= 200,
  }
}

async function readMemory(page: Page): Promise<LoadReportRow> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return { what: '  memory of its scripts', value: `${(usedSize / 2 ** 20).toFixed(1)} MB` }
}
