import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { EntityName } from '#common/entities.ts'
import type { Change, ChangesMessage, SubscribeAnswer } from '#common/platform/changes.ts'
import { type List, type Row, readWorkspace } from './workspace-read.ts'

/** What a replica was told, in order; `at` is when, by the clock of this machine. */
export type Told =
  | { kind: 'answer'; at: number; since: number | null; version: number; changes: Change[] | null }
  | { kind: 'refused'; at: number; code: string }
  | { kind: 'message'; at: number; from: number; to: number; changes: Change[] }
  | { kind: 'access'; at: number }
  | { kind: 'disconnected'; at: number }

/** A person's client of one workspace, which knows nothing but what the published protocol says. */
export interface Replica {
  person: { id: string; name: string; cookie: string }
  slug: string
  told: Told[]
  version(): number
  /** True while it waits for nothing: connected, answered and loaded, or refused. */
  isSettled(): boolean
  rows(): Map<EntityName, Map<string, Row>>
  /** Loses the connection; it comes back by itself. */
  drop(): void
  /** Reads nothing more from the network, until it goes on. */
  stall(): void
  goOn(): void
  close(): void
}

const again = 300

export function createReplica(
  person: Replica['person'],
  slug: string,
  /** The server to connect to now. */
  url: () => string,
): Replica {
  const told: Told[] = []
  let heard: Change[] = []
  let socket: Socket | null = null
  let lists: List[] = []
  let workspaceId: string | null = null
  let version = -1
  /** Whether the rows have to be read once more. */
  let isStale = true
  let isLoading = false
  let subscription: 'none' | 'asked' | 'answered' = 'none'
  let isRefused = false
  let isClosed = false
  let woken = Promise.withResolvers<void>()

  function note(one: Told): void {
    told.push(one)
    woken.resolve()
  }

  function connect(): Socket {
    const address = url()
    const opened = io(address, {
      path: '/live',
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: person.cookie, origin: address },
    })
    opened.on('changes', (message: ChangesMessage) => {
      if (socket !== opened || message.workspace !== workspaceId) return
      note({ kind: 'message', at: Date.now(), from: message.from, to: message.to, changes: message.changes })
      if (message.from > version) subscription = 'none'
      else take(message.changes, message.to)
    })
    // The server may have ended the subscription, and what may be seen is another: both are asked for again.
    opened.on('access', (id: string) => {
      if (socket !== opened || id !== workspaceId) return
      subscription = 'none'
      isStale = true
      note({ kind: 'access', at: Date.now() })
    })
    const ended = () => {
      if (socket !== opened) return
      socket = null
      opened.close()
      subscription = 'none'
      note({ kind: 'disconnected', at: Date.now() })
    }
    opened.on('disconnect', ended)
    opened.on('connect_error', ended)
    // Of a connection that is lost before the server has let it in, the socket says nothing for twenty seconds.
    opened.io.engine.on('close', ended)
    return opened
  }

  function take(changes: Change[], to: number): void {
    heard.push(...changes.filter((change) => change.version > version))
    version = Math.max(version, to)
  }

  /** The answer is dealt with as it arrives: what is told right behind it goes on from it. */
  function subscribe(on: Socket): Promise<void> {
    const since = version < 0 ? null : version
    subscription = 'asked'
    const request = { workspace: slug, ...(since !== null && { since }) }
    return new Promise((resolve) => {
      on.once('disconnect', () => resolve())
      on.timeout(20_000).emit('subscribe', request, (late: Error | null, answer: SubscribeAnswer) => {
        if (socket === on && late === null) hearAnswer(answer, since)
        else on.close()
        resolve()
      })
    })
  }

  function hearAnswer(answer: SubscribeAnswer, since: number | null): void {
    isRefused = !answer.ok
    if (!answer.ok) {
      // Nothing is there for this person now; whatever was, is read anew when they come back.
      subscription = 'none'
      isStale = true
      version = -1
      lists = []
      heard = []
      note({ kind: 'refused', at: Date.now(), code: answer.code })
      return
    }
    if (subscription === 'asked') subscription = 'answered'
    workspaceId = answer.workspace_id
    const changes = 'reload' in answer ? null : answer.changes
    note({ kind: 'answer', at: Date.now(), since, version: answer.version, changes })
    take(changes ?? [], answer.version)
    if (changes === null) isStale = true
  }

  async function load(): Promise<void> {
    isStale = false
    isLoading = true
    const read = await readWorkspace({ url: url(), cookie: person.cookie, person: person.id, slug })
    isLoading = false
    if (read === null) {
      isStale = true
      return
    }
    lists = read
    heard = heard.filter((change) => change.version > oldestOf(read))
    isStale ||= isTorn(lists, heard)
  }

  /** One thing after the other: a connection, a subscription, and only then the rows, so that nothing falls between. */
  async function live(): Promise<void> {
    while (!isClosed) {
      if (socket === null) {
        if (told.length > 0) await pause(again)
        const opened = connect()
        socket = opened
        await new Promise<void>((resolve) => {
          opened.once('connect', resolve)
          opened.once('disconnect', () => resolve())
          opened.once('connect_error', () => resolve())
          opened.io.engine.once('close', () => resolve())
        })
      } else if (subscription === 'none') {
        await subscribe(socket)
        if (isRefused) await pause(again)
      } else if (isStale) {
        await load()
        if (isStale) await pause(again)
      } else {
        woken = Promise.withResolvers()
        await woken.promise
      }
    }
  }

  void live()
  return {
    person,
    slug,
    told,
    version: () => version,
    isSettled: () => isRefused || (subscription === 'answered' && !isStale && !isLoading),
    rows: () => rowsFrom(lists, heard),
    drop: () => void socket?.io.engine?.close(),
    stall: () => transportOf(socket)?.pause(),
    goOn: () => transportOf(socket)?.resume(),
    close() {
      isClosed = true
      const open = socket
      socket = null
      open?.close()
      woken.resolve()
    },
  }
}

/** The WebSocket below, which in Node is one of `ws` and can be paused. */
function transportOf(socket: Socket | null): { pause(): void; resume(): void } | null {
  const transport = socket?.io.engine?.transport as { ws?: { pause(): void; resume(): void } } | undefined
  return transport?.ws ?? null
}

/**
 * Lists are read one after the other, each at a version of its own; what was heard since is put on top of each. A row that no list has
 * goes by the list that would have it.
 */
function rowsFrom(lists: List[], heard: Change[]): Map<EntityName, Map<string, Row>> {
  const rows = new Map<EntityName, Map<string, Row>>()
  const versionOfRow = new Map<string, number>()
  const start = oldestOf(lists)
  for (const { entity, version, rows: listed } of lists) {
    const table = rows.get(entity) ?? new Map<string, Row>()
    rows.set(entity, table)
    for (const row of listed) {
      const key = `${entity} ${row.id}`
      if ((versionOfRow.get(key) ?? -1) > version) continue
      versionOfRow.set(key, version)
      table.set(row.id, row)
    }
  }
  for (const change of heard) {
    const entity = change.entity as EntityName
    const { id, op, fields } = change
    const table = rows.get(entity) ?? new Map<string, Row>()
    rows.set(entity, table)
    const known = table.get(id)
    const readAt =
      versionOfRow.get(`${entity} ${id}`) ?? versionOfList(lists, entity, { ...known, ...fields }) ?? start
    if (change.version <= readAt) continue
    if (op === 'delete') table.delete(id)
    // An update of a row that is not there is of one that has gone since, unless it is whole.
    else if (known !== undefined || fields['id'] !== undefined) table.set(id, { ...known, ...fields, id })
  }
  return rows
}

/**
 * Whether a row fell between two lists: in the list of the archive it was not yet, and in the other no longer, so that a change of it
 * meets nothing.
 */
function isTorn(lists: List[], heard: Change[]): boolean {
  const rows = rowsFrom(lists, heard)
  return heard.some(
    ({ entity, id, op }) =>
      op !== 'delete' &&
      rows.get(entity as EntityName)?.has(id) !== true &&
      heard.findLast((change) => change.entity === entity && change.id === id)?.op !== 'delete',
  )
}

function oldestOf(lists: List[]): number {
  return Math.min(...lists.map((list) => list.version))
}

/** Of several projects that a row belongs to, the one that was read first. */
function versionOfList(lists: List[], entity: EntityName, row: Record<string, unknown>): number | undefined {
  const projects = [row['project_id'], row['related_project_id'], ...[row['project_ids'] ?? []].flat()]
  const fitting = lists.filter(
    (list) => list.entity === entity && (list.project_id === null || projects.includes(list.project_id)),
  )
  return fitting.length === 0 ? undefined : Math.min(...fitting.map((list) => list.version))
}
