import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import type { ServerProcess } from '../support/server-process.ts'
import { startChild } from './child.ts'
import { openPageBrowser } from './page-browser.ts'
import { type LoadReportRow, milliseconds, percentile } from './report.ts'

const rounds = 5
const keys = 120

/**
 * Measures the time from a person's key press to the letter on another person's screen, in two Chromium
 * windows with the whole client. Compares our server with a Hocuspocus that stores nothing. Alternates
 * between both, so that other work on the machine affects both.
 */
export async function measureRemoteTypingLatency(server: ServerProcess): Promise<LoadReportRow[]> {
  const serving = startChild('./documents-server.ts', [server.databaseUrl])
  const browser = await openPageBrowser(server, 'carets')
  if (browser === null) return [{ what: 'carets in Chromium', value: 'there is no Chromium' }]
  try {
    const { bare } = await serving.hear<{ bare: string }>()
    const times: Record<'bare' | 'durable', number[][]> = { bare: [], durable: [] }
    for (let round = 0; round < rounds; round++) {
      times.bare.push(await typed(await browser.openTwo((page) => sendTo(page, () => bare))))
      times.durable.push(await typed(await browser.openTwo((page) => sendTo(page, (url) => url))))
    }
    const middle = (which: 'bare' | 'durable', part: number) =>
      percentile(
        times[which].map((round) => percentile(round, part)),
        0.5,
      )
    const ratio = middle('bare', 0.99) / middle('durable', 0.99)
    return [
      {
        what: 'key to the letter at another, two Chromium windows',
        value: `p50 ${milliseconds(middle('durable', 0.5))}, p99 ${milliseconds(middle('durable', 0.99))}`,
        baseline: `stores nothing p50 ${milliseconds(middle('bare', 0.5))}, p99 ${milliseconds(middle('bare', 0.99))}: × ${ratio.toFixed(2)}`,
        budget: '× 0.9',
        verdict: ratio >= 0.9,
      },
    ]
  } finally {
    await browser.close()
    await serving.end()
  }
}

/**
 * Redirects the document socket of the page to another URL. The socket to our own server is redirected too,
 * so that both have the same overhead.
 */
async function sendTo(page: Page, addressOf: (url: string) => string): Promise<void> {
  await page.routeWebSocket(/\/documents\?/, (route) => {
    const cookies = page.context().cookies()
    const early: (string | Buffer)[] = []
    let to: WebSocket | null = null
    route.onMessage((message) => (to?.readyState === WebSocket.OPEN ? to.send(message) : early.push(message)))
    void cookies.then((all) => {
      const url = new URL(addressOf(route.url()))
      const opened = new WebSocket(url, {
        perMessageDeflate: false,
        origin: url.origin.replace('ws', 'http'),
        headers: { cookie: all.map(({ name, value }) => `${name}=${value}`).join('; ') },
      })
      to = opened
      opened.on('open', () => {
        for (const message of early) opened.send(message)
      })
      opened.on('message', (data: Buffer) => route.send(data))
      opened.on('close', () => route.close().catch(() => {}))
      opened.on('error', () => {})
      route.onClose(() => opened.close())
    })
  })
}

/**
 * Returns the milliseconds from each key press of the writer to the frame that shows the letter on the
 * reader's screen.
 */
async function typed([writer, reader]: readonly [Page, Page]): Promise<number[]> {
  await reader.evaluate(() => {
    const seen: number[] = []
    const field = [...document.querySelectorAll('.document')].at(-1)
    if (!field) return
    let before = 0
    new MutationObserver(() => {
      // The name label at the other person's caret is part of the text, but it contains no `x`.
      const now = field.textContent?.replace(/[^x]/g, '').length ?? 0
      // Two letters may appear in the same frame. Both letters then get the same time.
      for (; before < now; before++) seen.push(performance.timeOrigin + performance.now())
      document.body.dataset['seen'] = JSON.stringify(seen)
    }).observe(field, { subtree: true, childList: true, characterData: true })
  })
  await writer.evaluate(() => {
    const pressed: number[] = []
    addEventListener(
      'keydown',
      () => {
        pressed.push(performance.timeOrigin + performance.now())
        document.body.dataset['pressed'] = JSON.stringify(pressed)
      },
      true,
    )
  })
  await writer.keyboard.type('x'.repeat(keys), { delay: 60 })
  await reader.waitForFunction(
    (count) => JSON.parse(document.body.dataset['seen'] ?? '[]').length >= count,
    keys,
  )
  const [pressed, seen]: number[][] = await Promise.all([
    writer.evaluate(() => JSON.parse(document.body.dataset['pressed'] ?? '[]')),
    reader.evaluate(() => JSON.parse(document.body.dataset['seen'] ?? '[]')),
  ])
  await Promise.all([writer.close(), reader.close()])
  return (pressed ?? []).map((at, index) => (seen?.[index] ?? Number.NaN) - at)
}
