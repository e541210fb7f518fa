import { setPriority } from 'node:os'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import { type ApiClient, createSignedInUser } from '../support/api-client.ts'
import { sendToParent } from './child.ts'

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))

const bodies = {
  '256 kB of paragraphs': repeated('<p>a</p>', 256 * 1024),
  '256 kB of marks': repeated('<b>a</b><i>b</i>', 256 * 1024),
  '256 kB of nesting': repeated('<ul><li><blockquote>', 256 * 1024),
  '256 kB of table cells': `<table>${repeated('<tr><td>a</td></tr>', 256 * 1024)}</table>`,
  '4 MB of text': repeated(`<p>${'hello world '.repeat(20)}</p>`, 4 * 1024 * 1024),
}

interface Server {
  url: string
  databaseUrl: string
}

/**
 * A message to the parent process. The first message contains the names of the jobs that the parent can request.
 * When a requested job has ended, the next message contains an empty list.
 */
export interface HostileClientResponse {
  jobs: string[]
}

// This process runs with a low priority. Clients usually run on another machine, so they must not take CPU time
// from the server.
setPriority(10)

process.once('message', async (server: Server) => {
  const jobs = await prepare(server)
  process.on('message', async ({ job }: { job: string }) => {
    await jobs[job]?.()
    sendToParent({ jobs: [] })
  })
  sendToParent({ jobs: Object.keys(jobs) })
})

async function prepare(server: Server): Promise<Record<string, () => Promise<void>>> {
  const hostile = await createSignedInUser(server, 'hostile@example.com')
  await hostile.call('createWorkspace', { body: { name: 'Bodies', slug: 'bodies' } })
  const body = { name: 'Bodies', identifier: 'BOD' }
  const { id: project_id } = await hostile.call('createProject', { params: { slug: 'bodies' }, body })
  const params = { slug: 'bodies', project_id }
  const writing = Object.entries(bodies).map(async ([what, html]) => {
    const page = await hostile.call('createPage', { params, body: { name: what } })
    return [`${what} written and read`, () => writeAndRead(hostile, { ...params, page_id: page.id }, html)]
  })
  const large = await hostile.call('createPage', {
    params,
    body: { description_html: bodies['4 MB of text'] },
  })
  return {
    ...Object.fromEntries(await Promise.all(writing)),
    'a 4 MB text opened and typed into': () => openAndType(server, hostile, large.id),
  }
}

/**
 * Writes and reads a page several times at once. Rejected requests are fine, because only the effect on other
 * users is measured.
 */
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

async function openAndType({ url }: Server, { cookie }: ApiClient, id: string): Promise<void> {
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${url.replace('http', 'ws')}/documents?schema=${documentSchemaVersion}`,
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
  document.getXmlFragment(bodyFragmentName).push([new Y.XmlElement('paragraph')])
  await saved
  provider.destroy()
  websocketProvider.destroy()
}
