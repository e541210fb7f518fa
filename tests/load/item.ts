import { type Browser, chromium, type Page } from '@playwright/test'
import { calls } from '#common/calls.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { type ApiClient, createSignedInUser, fillPath, runSql } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { createItemSeeder } from './list-seeds.ts'
import { formatQuantiles, type LoadReportRow, milliseconds, percentile } from './report.ts'
import { compareLatencyWithPlainSql } from './requests.ts'
import { measureFramesWhileScrolling } from './scroll.ts'

const comments = 5_000
const opens = 9

interface Stage {
  person: ApiClient
  params: { slug: string; project_id: string; id: string }
  /** The URL of the list that contains the item. */
  url: string
  page_url: string
  /** The id of the item's oldest comment. */
  first: string
}

/**
 * Measures an item with many comments among many items: its calls, the time until it is visible, and
 * scrolling through all comments.
 */
export async function measureItemWithManyComments(server: ServerProcess): Promise<LoadReportRow[]> {
  const stage = await makeStage(server)
  const { person, params } = stage
  const path = (name: 'getWorkItem' | 'listComments', query = '') =>
    fillPath(calls[name].path, params) + query
  const rows = await compareLatencyWithPlainSql(server, person, [
    { what: 'GET, an item', method: 'GET', path: path('getWorkItem') },
    { what: 'GET, its last 30 threads', method: 'GET', path: path('listComments', '?threads=30') },
  ])
  const executablePath = findChromium()
  if (executablePath === null)
    return [...rows, { what: 'an item in Chromium', value: 'there is no Chromium' }]
  const browser = await chromium.launch({ executablePath })
  try {
    return [...rows, ...(await measureScreen(browser, server, stage))]
  } finally {
    await browser.close()
  }
}

async function makeStage(server: ServerProcess): Promise<Stage> {
  const person = await createSignedInUser(server, 'item@example.com')
  await person.call('setOnboarded', { body: { is_onboarded: true } })
  const slug = 'item'
  const workspace = await person.call('createWorkspace', { body: { name: 'Item', slug } })
  await using seeding = await createItemSeeder(server, workspace.id)
  const params = { slug, project_id: await seeding.project(person.id) }
  const project = await person.call('getProject', { params })
  const item = await person.call('createWorkItem', {
    params,
    body: { name: 'Much was said of it', description_html: `<p>${'What it is about. '.repeat(60)}</p>` },
  })
  const [first] = await runSql<{ id: string }>(
    server.databaseUrl,
    `with said as (
       insert into work_item_comments
         (id, workspace_id, project_id, issue_id, actor, comment_html, comment_json, comment_stripped, created_at, updated_at)
       select gen_random_uuid(), $1, $2, $3, $4,
         '<p>' || repeat('What was said of it, by number ' || n || '. ', 1 + n % 5) || '</p>', '{}',
         'What was said of it', now() - (${comments} - n) * interval '1 minute', now()
       from generate_series(1, ${comments}) n returning id, created_at
     ) select id from said order by created_at limit 1`,
    [workspace.id, project.id, item.id, person.id],
  )
  await runSql(server.databaseUrl, 'analyze work_item_comments')
  return {
    person,
    params: { ...params, id: item.id },
    url: `${server.url}/${slug}/projects/${project.id}/issues`,
    page_url: `${server.url}/${slug}/browse/${project.identifier}-${item.sequence_id}`,
    first: first?.id ?? '',
  }
}

async function measureScreen(
  browser: Browser,
  server: ServerProcess,
  stage: Stage,
): Promise<LoadReportRow[]> {
  const { person, params, page_url, first } = stage
  const { id: _, ...place } = params
  await person.call('updateUserProperties', {
    params: place,
    query: { context: 'project' },
    body: { display_filters: { layout: 'list', group_by: null, order_by: '-created_at' } },
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  const opened: Opened[] = []
  // The first opening also loads the code of the screen, so it is not typical. Only the later openings count.
  for (let at = 0; at <= opens; at++) opened.push(await openPeek(page, stage))
  const felt = opened.slice(1)
  const rounds = Math.max(...felt.map((each) => each.rounds))
  const times = (of: 'text' | 'said') =>
    formatQuantiles(
      felt.map((each) => each[of]),
      0.95,
    )
  await page.goto('about:blank')
  const began = performance.now()
  await page.goto(`${page_url}#comment-${first}`)
  await page.locator(`#comment-${first}`).waitFor()
  const toFirst = performance.now() - began
  await page.waitForTimeout(1000)
  const frames = await measureFramesWhileScrolling(page, 'main [data-scroller], main .overflow-y-auto')
  const nodes = await page.evaluate(() => document.querySelectorAll('#root *').length)
  const slow = percentile(frames, 0.95)
  return [
    {
      what: `press on an item of ${comments.toLocaleString('en')} comments, to its text`,
      value: times('text'),
      baseline: `${rounds} round trip${rounds === 1 ? '' : 's'}`,
      budget: '1',
      verdict: rounds <= 1,
    },
    { what: '  to what was said last', value: times('said') },
    { what: '  a link to the first of them', value: milliseconds(toFirst) },
    {
      what: '  all of them by wheel, p95 of frames',
      value: `${milliseconds(slow)}, longest ${milliseconds(Math.max(...frames))}`,
      baseline: `${nodes} nodes`,
      budget: '33 ms',
      verdict: Math.round(slow / (1000 / 60)) <= 2,
    },
  ]
}

interface Opened {
  /**
   * `text` is the time in milliseconds until the description is visible, and `said` the time until the
   * latest comment is visible.
   */
  text: number
  said: number
  /**
   * The number of requests that the client sends one after the other before the description is visible.
   * Requests that run at the same time count as one.
   */
  rounds: number
}

/**
 * Opens the first item of the list in the side panel. Measures the time from the click until the texts are
 * visible.
 */
async function openPeek(page: Page, { url, params }: Stage): Promise<Opened> {
  await page.goto(url)
  await page.locator('[data-item]').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async (id) => {
    const pressed = performance.now()
    document.querySelector<HTMLElement>('[data-item] [data-card]')?.click()
    const shown = (selector: string) =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector(selector)?.textContent.trim()
            ? resolve(performance.now() - pressed)
            : requestAnimationFrame(look)
        look()
      })
    const [text, said] = await Promise.all([shown('.document p'), shown('.comment-thread .document')])
    const asked = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(
        ({ name, startTime, responseEnd }) =>
          name.includes(`/${id}/`) && startTime >= pressed && responseEnd <= pressed + text,
      )
    let [rounds, end] = [0, 0]
    for (const { startTime, duration } of asked) {
      if (startTime >= end) {
        rounds++
        end = startTime + duration
      }
    }
    return { text, said, rounds }
  }, params.id)
}
