import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { EntityName } from '#common/entities.ts'
import type { Change, ChangesMessage, SubscribeResponse } from '#common/platform/changes.ts'
import { type EntityRow, type EntityRowList, loadWorkspaceRows } from './workspace-read.ts'

/** A message that a replica received. `at` is the time of this machine's clock in milliseconds. */
export type ReplicaMessage =
  | { kind: 'answer'; at: number; since: number | null; version: number; changes: Change[] | null }
  | { kind: 'refused'; at: number; code: string }
  | { kind: 'message'; at: number; from: number; to: number; changes: Change[] }
  | { kind: 'access'; at: number }
  | { kind: 'disconnected'; at: number }

/** A person's client of one workspace. It uses only the published protocol. */
export interface Replica {
  person: { id: string; name: string; cookie: string }
  slug: string
  told: ReplicaMessage[]
  version(): number
  /**
   * Returns true if nothing is pending: the replica is connected, subscribed and loaded, or it was refused.
   */
  isSettled(): boolean
  rows(): Map<EntityName, Map<string, EntityRow>>
  /** Ends the connection. The client reconnects automatically. */
  drop(): void
  /** Stops reading from the network until `goOn` is called. */
  stall(): void
  goOn(): void
  close(): void
}

const again = 300

export function createReplica(
  person: Replica['person'],
  slug: string,
  /** Returns the URL of the server for the next connection. */
  url: () => string,
): Replica {
  const told: ReplicaMessage[] = []
  let heard: Change[] = []
  let socket: Socket | null = null
  let lists: EntityRowList[] = []
  let workspaceId: string | null = null
  let version = -1
  /** True if the rows have to be reloaded. */
  let isStale = true
  let isLoading = false
  let subscription: 'none' | 'asked' | 'answered' = 'none'
  let isRefused = false
  let isClosed = false
  let woken = Promise.withResolvers<void>()

  function note(one: ReplicaMessage): void {
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
    // This event means that the server may have ended the subscription, and that the access may have changed.
    // The client subscribes and loads again.
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
    // If a connection breaks before the handshake ends, Socket.IO reports nothing for twenty seconds.
    opened.io.engine.on('close', ended)
    return opened
  }

  function take(changes: Change[], to: number): void {
    heard.push(...changes.filter((change) => change.version > version))
    version = Math.max(version, to)
  }

  /** Processes the answer immediately, because the next messages build on it. */
  function subscribe(on: Socket): Promise<void> {
    const since = version < 0 ? null : version
    subscription = 'asked'
    const request = { workspace: slug, ...(since !== null && { since }) }
    return new Promise((resolve) => {
      on.once('disconnect', () => resolve())
      on.timeout(20_000).emit('subscribe', request, (late: Error | null, answer: SubscribeResponse) => {
        if (socket === on && late === null) hearAnswer(answer, since)
        else on.close()
        resolve()
      })
    })
  }

  function hearAnswer(answer: SubscribeResponse, since: number | null): void {
    isRefused = !answer.ok
    if (!answer.ok) {
      // The server refused the subscription, because the person has no access at the moment. After regaining
      // access, the client reloads all rows.
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
    const read = await loadWorkspaceRows({ url: url(), cookie: person.cookie, person: person.id, slug })
    isLoading = false
    if (read === null) {
      isStale = true
      return
    }
    lists = read
    heard = heard.filter((change) => change.version > oldestOf(read))
    isStale ||= isTorn(lists, heard)
  }

  /**
   * Connects, then subscribes, and loads the rows last. Changes that are committed while the rows load
   * therefore arrive over the subscription.
   */
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

/**
 * Returns the WebSocket of the connection. In Node, it comes from `ws` and can be paused. Returns null
 * without a WebSocket connection.
 */
function transportOf(socket: Socket | null): { pause(): void; resume(): void } | null {
  const transport = socket?.io.engine?.transport as { ws?: { pause(): void; resume(): void } } | undefined
  return transport?.ws ?? null
}

/**
 * Builds the rows of the replica from lists and later changes. Each list was read at a different version, so
 * only changes after that version are applied to its rows. A row that is in no list uses the version of the
 * list that would contain it.
 */
function rowsFrom(lists: EntityRowList[], heard: Change[]): Map<EntityName, Map<string, EntityRow>> {
  const rows = new Map<EntityName, Map<string, EntityRow>>()
  const versionOfRow = new Map<string, number>()
  const start = oldestOf(lists)
  for (const { entity, version, rows: listed } of lists) {
    const table = rows.get(entity) ?? new Map<string, EntityRow>()
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
    const table = rows.get(entity) ?? new Map<string, EntityRow>()
    rows.set(entity, table)
    const known = table.get(id)
    const readAt =
      versionOfRow.get(`${entity} ${id}`) ?? versionOfList(lists, entity, { ...known, ...fields }) ?? start
    if (change.version <= readAt) continue
    if (op === 'delete') table.delete(id)
    // If the row is unknown and the change contains no id, the change is a partial update of a row that a later
    // change deletes, so skip it.
    else if (known !== undefined || fields['id'] !== undefined) table.set(id, { ...known, ...fields, id })
  }
  return rows
}

/**
 * Returns true if a changed row is missing from both lists. This happens if the row was archived or restored between
 * the reads of the two lists. The change then has no row to which it applies.
 */
function isTorn(lists: EntityRowList[], heard: Change[]): boolean {
  const rows = rowsFrom(lists, heard)
  return heard.some(
    ({ entity, id, op }) =>
      op !== 'delete' &&
      rows.get(entity as EntityName)?.has(id) !== true &&
      heard.findLast((change) => change.entity === entity && change.id === id)?.op !== 'delete',
  )
}

function oldestOf(lists: EntityRowList[]): number {
  return Math.min(...lists.map((list) => list.version))
}

/**
 * Returns the version of the list that contains a row. If the row belongs to several projects, the list that
 * was read first counts.
 */
function versionOfList(
  lists: EntityRowList[],
  entity: EntityName,
  row: Record<string, unknown>,
): number | undefined {
  const projects = [row['project_id'], row['related_project_id'], ...[row['project_ids'] ?? []].flat()]
  const fitting = lists.filter(
    (list) => list.entity === entity && (list.project_id === null || projects.includes(list.project_id)),
  )
  return fitting.length === 0 ? undefined : Math.min(...fitting.map((list) => list.version))
}
