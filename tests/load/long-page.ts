import type { Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { openPageBrowser, type PageBrowser } from './page-browser.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const pages = 200
const blocks = 3_000
const sentence = 'The quick brown fox jumps over the lazy dog, and nobody minds at all. '

/** Returns the text of one printed page: a heading, paragraphs, a list, and on every tenth page a table. */
function onePage(at: number): string {
  const text = `<p>${sentence.repeat(6)}</p>`.repeat(4)
  const list = `<ul>${`<li><p>${sentence}</p></li>`.repeat(5)}</ul>`
  const cell = `<td><p>${at}</p></td>`
  const table = at % 10 === 0 ? `<table>${`<tr>${cell.repeat(4)}</tr>`.repeat(5)}</table>` : ''
  return `<h2>Part ${at}</h2>${text}${list}${table}`
}

/**
 * Measures typing in Chromium: at the start, in the middle and at the end of a document of two hundred pages, and in a
 * page of many blocks compared with a short page.
 */
export async function measureTypingInLongPage(server: ServerProcess): Promise<LoadReportRow[]> {
  const browser = await openPageBrowser(server, 'long')
  if (browser === null) return [{ what: 'a long page in Chromium', value: 'there is no Chromium' }]
  try {
    const page = await browser.open(Array.from({ length: pages }, (_, at) => onePage(at)).join(''))
    const field = page.locator('.document[contenteditable=true]').last()
    await field.getByText(`Part ${pages - 1}`, { exact: true }).waitFor()
    const rows: LoadReportRow[] = []
    for (const [where, at] of [
      ['beginning', 0],
      ['middle', pages / 2],
      ['end', pages - 1],
    ] as const) {
      await field.getByText(`Part ${at}`, { exact: true }).click()
      rows.push(await measureTyping(page, where))
    }
    await page.close()
    return [...rows, await compareWithShortPage(browser)]
  } finally {
    await browser.close()
  }
}

async function measureTyping(page: Page, where: string): Promise<LoadReportRow> {
  await page.waitForTimeout(1_500)
  await page.evaluate(() => {
    const frames: number[] = []
    let before = performance.now()
    const look = (now: number) => {
      frames.push(now - before)
      before = now
      if (document.body.dataset['frames'] !== 'end') requestAnimationFrame(look)
      else document.body.dataset['frames'] = JSON.stringify(frames)
    }
    document.body.dataset['frames'] = ''
    requestAnimationFrame(look)
  })
  await page.keyboard.type('somebody types on and on in a long text, and more of it', { delay: 70 })
  await page.evaluate(() => (document.body.dataset['frames'] = 'end'))
  await page.waitForFunction(() => document.body.dataset['frames']?.startsWith('['))
  const frames: number[] = JSON.parse(await page.evaluate(() => document.body.dataset['frames'] ?? '[]'))
  const longest = Math.max(...frames.slice(1))
  return {
    what: `typing at the ${where} of ${pages} pages, longest frame`,
    value: milliseconds(longest),
    baseline: `p50 ${milliseconds(percentile(frames, 0.5))}, p99 ${milliseconds(percentile(frames, 0.99))}`,
    budget: '50 ms',
    verdict: longest <= 50,
  }
}

/** Measures how long a typed letter occupies the main thread, in a page of many blocks and in a page of ten blocks. */
async function compareWithShortPage(browser: PageBrowser): Promise<LoadReportRow> {
  const long = await measureWorkPerKey(browser, blocks)
  const short = await measureWorkPerKey(browser, 10)
  const ratio = long / short
  return {
    what: `typing in a page of ${blocks} blocks, work per letter`,
    value: milliseconds(long),
    baseline: `${milliseconds(short)} in a page of 10 blocks, ratio ${ratio.toFixed(1)}`,
    budget: '30 ms',
    verdict: long <= 30,
  }
}

/** Returns the time in milliseconds for which a typed letter occupies the main thread, with layout and styles. */
async function measureWorkPerKey(browser: PageBrowser, count: number): Promise<number> {
  const blocksHtml = Array.from({ length: count }, (_, at) =>
    at % 10 === 0 ? `<h2>Part ${at}</h2>` : `<p>${sentence}</p>`,
  )
  const page = await browser.open(blocksHtml.join(''))
  const field = page.locator('.document[contenteditable=true]').last()
  await field.locator('p').nth(4).click()
  await page.keyboard.type('The first letters load the rest.', { delay: 70 })
  await page.waitForTimeout(1_500)
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const busyTime = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const text = 'somebody types on and on in a long text, and more of it'
  const before = await busyTime()
  await page.keyboard.type(text, { delay: 70 })
  const spent = (await busyTime()) - before
  await page.close()
  return spent / text.length
}
