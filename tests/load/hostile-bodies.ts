import { setTimeout as pause } from 'node:timers/promises'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { bodyFragment } from '#common/document/fragment.ts'
import { documentName } from '#common/document/names.ts'
import { schemaVersion } from '#common/document/version.ts'
import { type ApiClient, signUp } from '../support/api-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { milliseconds, percentile, type Row } from './report.ts'

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))

const bodies = {
  '256 kB of paragraphs': repeated('<p>a</p>', 256 * 1024),
  '256 kB of marks': repeated('<b>a</b><i>b</i>', 256 * 1024),
  '256 kB of nesting': repeated('<ul><li><blockquote>', 256 * 1024),
  '256 kB of table cells': `<table>${repeated('<tr><td>a</td></tr>', 256 * 1024)}</table>`,
  '4 MB of text': repeated(`<p>${'hello world '.repeat(20)}</p>`, 4 * 1024 * 1024),
}
const budgetMs = 50

/** How long everybody waits at most while one person sends texts that are made to be costly, reads them and opens them. */
export async function measureHostileBodies(server: ServerProcess): Promise<Row[]> {
  const hostile = await signUp(server, 'hostile@example.com')
  await hostile.call('createWorkspace', { body: { name: 'Bodies', slug: 'bodies' } })
  const body = { name: 'Bodies', identifier: 'BOD' }
  const { id: project_id } = await hostile.call('createProject', { params: { slug: 'bodies' }, body })
  const params = { slug: 'bodies', project_id }
  const rows: Row[] = []
  for (const [what, html] of Object.entries(bodies)) {
    const page = await hostile.call('createPage', { params, body: { name: what } })
    const at = { ...params, page_id: page.id }
    const written = () => writeAndRead(hostile, at, html)
    rows.push(await stallDuring(server, `longest stall, ${what} written and read`, written))
  }
  const large = await hostile.call('createPage', {
    params,
    body: { description_html: bodies['4 MB of text'] },
  })
  const opened = () => openAndType(server, hostile, large.id)
  rows.push(await stallDuring(server, 'longest stall, a 4 MB text opened and typed into', opened))
  return rows
}

/** Refusals are fine: what matters is what others notice. */
async function writeAndRead(
  person: ApiClient,
  params: { slug: string; project_id: string; page_id: string },
  html: string,
): Promise<void> {
  const writes = [1, 2, 3].map((at) =>
    person.call('updatePageDescription', { params, body: { description_html: `<p>${at}</p>${html}` } }),
  )
  await Promise.allSettled(writes)
  await Promise.all([1, 2, 3, 4].map(() => person.call('getPage', { params })))
}

async function openAndType({ url }: ServerProcess, { cookie }: ApiClient, id: string): Promise<void> {
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${url.replace('http', 'ws')}/documents?schema=${schemaVersion}`,
    WebSocketPolyfill: class extends WebSocket {
      constructor(address: string | URL) {
        super(address, { headers: { cookie, origin: url } })
      }
    },
  })
  const document = new Y.Doc()
  const provider = new HocuspocusProvider({ websocketProvider, name: documentName('page', id), document })
  const synced = new Promise<void>((resolve) => provider.on('synced', () => resolve()))
  provider.attach()
  await synced
  const saved = new Promise<void>((resolve) =>
    provider.on('unsyncedChanges', ({ number }: { number: number }) => number === 0 && resolve()),
  )
  document.getXmlFragment(bodyFragment).push([new Y.XmlElement('paragraph')])
  await saved
  provider.destroy()
  websocketProvider.destroy()
}

/** By the server's own clock of its event loop, of which each look at the metrics begins a new maximum. */
async function stallDuring(server: ServerProcess, what: string, work: () => Promise<void>): Promise<Row> {
  await longestStall(server)
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone) {
    const start = performance.now()
    await (await fetch(`${server.url}/healthz`)).text()
    waits.push(performance.now() - start)
    await pause(10)
  }
  await working
  const stall = await longestStall(server)
  return {
    what,
    value: milliseconds(stall),
    baseline: `others wait p50 ${milliseconds(percentile(waits, 0.5))}, at most ${milliseconds(Math.max(...waits))}`,
    budget: `${budgetMs} ms`,
    verdict: stall <= budgetMs,
  }
}

/** The clock looks every 10 ms, which it counts as delay. */
const resolutionMs = 10

async function longestStall({ url }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1])
  return Math.max(0, seconds * 1000 - resolutionMs)
}
