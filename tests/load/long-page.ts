import type { Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { openPageBrowser } from './page-browser.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const pages = 200
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
 * Measures typing at the start, in the middle and at the end of a document of two hundred pages, in Chromium.
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
    return rows
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
