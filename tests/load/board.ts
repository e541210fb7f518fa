import { type Browser, chromium, type Page } from '@playwright/test'
import { createBus } from '#api/bus.ts'
import { createOrm } from '#api/db/orm.ts'
import { writing } from '#api/feed/writing.ts'
import { fillProject } from '#api/seed/fill.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { signUp } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { milliseconds, percentile, type Row } from './report.ts'

const items = 10_000
const opens = 9
const edits = 20

/** A board of 10,000 items in Chromium: opened with a warm cache, changed, and scrolled. */
export async function measureBoard(server: ServerProcess): Promise<Row[]> {
  const executablePath = findChromium()
  if (executablePath === null) return [{ what: 'board in Chromium', value: 'there is no Chromium' }]
  const browser = await chromium.launch({ executablePath, args: ['--enable-precise-memory-info'] })
  try {
    const page = await openBoard(server, browser)
    return [
      await timeOpening(page),
      await timeChanges(page),
      await timeScrolling(page),
      await readMemory(page),
    ]
  } finally {
    await browser.close()
  }
}

async function openBoard(server: ServerProcess, browser: Browser): Promise<Page> {
  const person = await signUp(server, 'board@example.com')
  await person.call('setOnboarded', { body: { is_onboarded: true } })
  const { id, slug } = await person.call('createWorkspace', { body: { name: 'Board', slug: 'board' } })
  const project = await seed(server, id, person.id)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  await page.goto(`${server.url}/${slug}/projects/${project.id}/issues`)
  await page.locator('[data-card]').first().waitFor()
  return page
}

async function seed({ databaseUrl }: ServerProcess, workspace_id: string, user_id: string) {
  const bus = createBus(null)
  const orm = await createOrm(databaseUrl, bus)
  try {
    return await writing(orm.em, { actor_id: user_id, mutation_id: null }, (em) =>
      fillProject(em, { workspace_id, user_id, items, onProgress: () => {} }),
    )
  } finally {
    await orm.close(true)
    await bus.close()
  }
}

/** From the navigation's start to the frame that shows the first card. */
async function timeOpening(page: Page): Promise<Row> {
  const times: number[] = []
  for (let at = 0; at < opens; at++) {
    await page.reload({ waitUntil: 'commit' })
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = () =>
              document.querySelector('[data-card]') === null
                ? requestAnimationFrame(look)
                : resolve(performance.now())
            look()
          }),
      ),
    )
  }
  const middle = percentile(times, 0.5)
  return {
    what: 'board of 10,000 items, warm open',
    value: `p50 ${milliseconds(middle)}, worst ${milliseconds(Math.max(...times))}`,
    budget: '500 ms',
    verdict: middle <= 500,
  }
}

/** From a key that lifts or drops a card to the frame that shows it. */
async function timeChanges(page: Page): Promise<Row> {
  await page.locator('[data-card]').first().focus()
  const times: number[] = []
  for (let at = 0; at < edits; at++) {
    for (const key of ['Space', at % 2 === 0 ? 'ArrowRight' : 'ArrowLeft', 'Space']) {
      await page.evaluate(() => {
        window.addEventListener(
          'keydown',
          () => {
            const pressed = performance.now()
            // The frame after the next begins when the next has been painted.
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
      times.push(Number(await took.jsonValue()))
      await page.evaluate(() => document.body.removeAttribute('data-took'))
    }
  }
  const slow = percentile(times, 0.95)
  return {
    what: '  a card moved, key to frame',
    value: `p50 ${milliseconds(percentile(times, 0.5))}, p95 ${milliseconds(slow)}`,
    budget: '100 ms',
    verdict: slow <= 100,
  }
}

/** The frames while the longest column is scrolled through some thousand cards by wheel. */
async function timeScrolling(page: Page): Promise<Row> {
  const column = page.locator('[data-cell]').first()
  await column.hover()
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const frame = (now: number) => {
      frames.push(now - last)
      last = now
      if (document.body.dataset['stop'] === undefined) requestAnimationFrame(frame)
      else document.body.dataset['frames'] = JSON.stringify(frames)
    }
    requestAnimationFrame(frame)
  })
  for (let at = 0; at < 200; at++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  await page.evaluate(() => document.body.setAttribute('data-stop', ''))
  const read = await page.waitForFunction(() => document.body.dataset['frames'])
  const frames: number[] = JSON.parse(String(await read.jsonValue()))
  const longest = Math.max(...frames)
  return {
    what: '  scrolled, longest frame',
    value: `${milliseconds(longest)}, p95 ${milliseconds(percentile(frames, 0.95))}`,
    budget: '50 ms',
    verdict: longest <= 50,
  }
}

async function readMemory(page: Page): Promise<Row> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return { what: '  memory of its scripts', value: `${(usedSize / 2 ** 20).toFixed(1)} MB` }
}
