import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { createOrm } from '#api/create-orm.ts'
import { type Bus, createBus } from '#api/platform/bus.ts'
import type { DerivedContent, DocumentAccess, DocumentPorts } from '#api/platform/context/documents.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { createDocumentServer, type DocumentServer } from '#realtime/documents/document-server.ts'
import type { DocumentTiming, DocumentUser } from '#realtime/documents/ports.ts'

export const workspaceId = '01920000-0000-7000-8000-000000000001'
export const ann: DocumentUser = {
  user_id: '01920000-0000-7000-8000-00000000000a',
  token: null,
  name: 'Ann',
  session: 'of-ann',
}
export const max: DocumentUser = {
  user_id: '01920000-0000-7000-8000-00000000000b',
  token: null,
  name: 'Max',
  session: 'of-max',
}
export const gus: DocumentUser = {
  user_id: '01920000-0000-7000-8000-00000000000c',
  token: null,
  name: 'Gus',
  session: 'of-gus',
}

export interface DocumentsNode {
  origin: string
  bus: Bus
  orm: Orm
  ports: DocumentPorts
  documents: DocumentServer
  /**
   * The permissions by user and document. Users without an entry may write, except Gus, who may only read.
   * Null means no access.
   */
  rights: Map<string, DocumentAccess['right'] | null>
  /**
   * Each `cut` function closes an open socket of its user. Tests call it to simulate the end of a session.
   */
  cuts: { user: DocumentUser; cut: () => void }[]
  /** The cost of frames that each user may still send. Users without an entry have no limit. */
  allowances: Map<string, number>
  stop(): Promise<void>
}

interface NodeOptions {
  bus?: Bus
  port?: number
  timing?: Partial<DocumentTiming>
  log?: boolean
}

/**
 * Starts a document server on a real database and port. The test decides permissions and receives derived
 * content.
 */
export async function startDocumentsNode(
  databaseUrl: string,
  options: NodeOptions = {},
): Promise<DocumentsNode> {
  const bus = options.bus ?? createBus(null)
  const orm = await createOrm(databaseUrl, bus)
  await orm.em
    .fork()
    .execute(
      'create table if not exists derived (name text primary key, html text, stripped text, user_id uuid)',
    )
  const rights: DocumentsNode['rights'] = new Map()
  const cuts: DocumentsNode['cuts'] = []
  const allowances: DocumentsNode['allowances'] = new Map()
  const ports: DocumentPorts = {
    em: orm.em,
    bus,
    async access({ user_id }, name) {
      const right = rights.get(`${user_id} ${name}`)
      if (right === null) return null
      return { right: right ?? (user_id === gus.user_id ? 'read' : 'write'), workspace_id: workspaceId }
    },
    storeDocumentContent,
    loadStoredHtml,
  }
  const http = createServer().listen(options.port ?? 0, '127.0.0.1')
  await once(http, 'listening')
  const origin = `http://127.0.0.1:${portOf(http.address())}`
  const log = pino({ level: options.log ? 'warn' : 'silent' })
  const documents = createDocumentServer({
    ...ports,
    loadStoredTitle: async () => null,
    allowsOrigin: (from) => from === origin,
    log,
    authenticate,
    enter: (user, cut) => {
      const entered = { user, cut }
      cuts.push(entered)
      const takeText = (cost: number) => {
        const left = allowances.get(user.user_id) ?? Number.POSITIVE_INFINITY
        if (left >= 1) allowances.set(user.user_id, left - cost)
        return left >= 1
      }
      return { takeText, leave: () => void cuts.splice(cuts.indexOf(entered), 1) }
    },
    timing: options.timing,
  })
  http.on('upgrade', documents.handleUpgrade)
  return {
    origin,
    bus,
    orm,
    ports,
    documents,
    rights,
    cuts,
    allowances,
    async stop() {
      await documents.drain()
      http.close()
      await orm.close(true)
    },
  }
}

async function storeDocumentContent(
  em: EntityManager,
  name: string,
  { html, text, user_id }: DerivedContent,
): Promise<void> {
  await em.execute(
    `insert into derived values (?, ?, ?, ?) on conflict (name) do update set html = excluded.html, stripped = excluded.stripped, user_id = excluded.user_id`,
    [name, html, Buffer.from(text).toString(), user_id],
  )
}

async function loadStoredHtml(em: EntityManager, name: string): Promise<string | null> {
  const [row] = await em.execute<{ html: string }[]>('select html from derived where name = ?', [name])
  return row?.html ?? null
}

async function authenticate({ headers }: IncomingMessage): Promise<DocumentUser | null> {
  const who = headers.cookie?.replace('who=', '') ?? headers.authorization?.replace('Bearer ', '')
  return [ann, max, gus].find(({ name }) => name === who) ?? null
}

function portOf(address: unknown): number {
  if (
    typeof address === 'object' &&
    address !== null &&
    'port' in address &&
    typeof address.port === 'number'
  )
    return address.port
  throw new Error('The server has no port.')
}
