import type { Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { openPageBrowser } from './page-browser.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const sentence = 'The quick brown fox jumps over the lazy dog, and nobody minds at all. '
const letters = 350_000

/** Texts of 350 kB each, in the formats of the clipboard. */
const texts: { what: string; type: string; data: string }[] = [
  { what: 'lines', type: 'text/plain', data: many((at) => `${at} ${sentence}\n`) },
  { what: 'one line', type: 'text/plain', data: many(() => sentence) },
  {
    what: 'Markdown',
    type: 'text/plain',
    data: many((at) => `## Part ${at}\n\n- ${sentence}\n\n${sentence}\n\n`),
  },
  { what: 'a list', type: 'text/html', data: `<ul>${many((at) => `<li>${at} ${sentence}</li>`)}</ul>` },
  {
    what: 'a table',
    type: 'text/html',
    data: `<table>${many((at) => `<tr><td>${at}</td><td>${sentence}</td></tr>`)}</table>`,
  },
  { what: 'code', type: 'text/html', data: `<pre><code>${many(() => `${sentence}\n`)}</code></pre>` },
]

function many(part: (at: number) => string): string {
  let text = ''
  for (let at = 0; text.length < letters; at++) text += part(at)
  return text
}

/**
 * Pastes long texts into a page in Chromium. Measures how long the browser is unresponsive, and the speed of
 * typing afterwards.
 */
export async function measurePastingLongTexts(server: ServerProcess): Promise<LoadReportRow[]> {
  const browser = await openPageBrowser(server, 'paste')
  if (browser === null) return [{ what: 'pasting in Chromium', value: 'there is no Chromium' }]
  try {
    const rows: LoadReportRow[] = []
    for (const text of texts) {
      const page = await browser.open()
      rows.push(...(await measureText(page, text)))
      await page.close()
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function measureText(
  page: Page,
  { what, type, data }: (typeof texts)[number],
): Promise<LoadReportRow[]> {
  const longest = await timePaste(page, type, data)
  await page.keyboard.press('Control+End')
  const keys = await timeTyping(page)
  return [
    {
      what: `350 kB pasted as ${what}, longest task`,
      value: milliseconds(longest),
      budget: '100 ms',
      verdict: longest <= 100,
    },
    {
      what: '  a key typed afterwards to its frame',
      value: `p50 ${milliseconds(percentile(keys, 0.5))}, p95 ${milliseconds(percentile(keys, 0.95))}`,
      budget: '100 ms',
      verdict: percentile(keys, 0.95) <= 100,
    },
  ]
}

async function timePaste(page: Page, type: string, data: string): Promise<number> {
  return page
    .locator('.document[contenteditable=true]')
    .last()
    .evaluate(
      async (field, pasted) => {
        // The browser reports only tasks of at least 50 ms, so the measured value is at least 50.
        let longest = 50
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
        })
        observer.observe({ type: 'longtask' })
        const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
        const clipboardData = new DataTransfer()
        clipboardData.setData(pasted.type, pasted.data)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        // The text appears after the code that parses Markdown has loaded.
        while (field.textContent.length < 1000) await pause(20)
        while (field.getAttribute('aria-busy') !== null) await pause(50)
        await pause(500)
        observer.disconnect()
        return longest
      },
      { type, data },
    )
}

/** Returns the milliseconds from each key press to the end of the frame that shows it. */
async function timeTyping(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    window.addEventListener(
      'keydown',
      () => {
        const pressed = performance.now()
        requestAnimationFrame(() =>
          setTimeout(() => {
            times.push(performance.now() - pressed)
            document.body.dataset['keys'] = JSON.stringify(times)
          }),
        )
      },
      { capture: true },
    )
  })
  await page.keyboard.type('typing goes on as before', { delay: 60 })
  await page.waitForTimeout(500)
  return JSON.parse(await page.evaluate(() => document.body.dataset['keys'] ?? '[]'))
}
