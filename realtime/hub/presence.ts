import { documentAccess } from '#api/documents/access.ts'
import type { Deps } from '#api/deps.ts'
import type { Presence } from '#common/changes.ts'
import type { LiveServer, LiveSocket } from './types.ts'

const presenceChannel = 'presence'
/** Entries of other processes that are not renewed within this time are forgotten: the process may have died. */
const expiresAfter = 45_000
const renewEvery = 15_000
const placePattern = /^(project|work_item|page):[0-9a-f-]{36}$/

interface Entry {
  state: Presence
  workspace_id: string
  seen: number
}

interface Message {
  client_id: string
  entry: { state: Presence; workspace_id: string } | null
}

/** Who looks at which board, item or page. Kept in memory by each process and told to the others; never stored. */
export function createPresence(io: LiveServer, deps: Deps) {
  const { bus } = deps
  const entries = new Map<string, Entry>()
  const stopListening = bus.subscribe(presenceChannel, (text) => apply(JSON.parse(text) as Message))
  const renew = setInterval(() => {
    const now = Date.now()
    for (const [clientId, { seen, state, workspace_id }] of entries) {
      if (io.sockets.sockets.has(clientId)) tell(clientId, { state, workspace_id })
      else if (now - seen > expiresAfter) apply({ client_id: clientId, entry: null })
    }
  }, renewEvery)

  function tell(clientId: string, entry: Message['entry']): void {
    bus.publish(presenceChannel, JSON.stringify({ client_id: clientId, entry } satisfies Message))
  }

  function apply({ client_id, entry }: Message): void {
    const before = entries.get(client_id)
    if (entry === null) entries.delete(client_id)
    else entries.set(client_id, { ...entry, seen: Date.now() })
    const unchanged = before !== undefined && entry !== null && sameState(before.state, entry.state)
    if (unchanged || (before === undefined && entry === null)) return
    const places = new Set([before?.state.place, entry?.state.place].filter((place) => place !== undefined))
    for (const place of places) announce(place)
  }

  /** Only those who look at the same place hear who else does. */
  function announce(place: string): void {
    const here = [...entries.entries()].filter(([, entry]) => entry.state.place === place)
    const people = here.map(([, entry]) => entry.state)
    for (const [clientId] of here) io.sockets.sockets.get(clientId)?.emit('presence', place, people)
  }

  async function enter(socket: LiveSocket, state: Omit<Presence, 'user_id' | 'client_id'> | null): Promise<void> {
    const workspace_id = state === null ? null : await reachedPlace(deps, socket, state.place)
    if (state === null || workspace_id === null || !socket.connected) return tell(socket.id, null)
    const { place, item_id, doing } = state
    tell(socket.id, {
      workspace_id,
      state: {
        user_id: socket.data.user_id,
        client_id: socket.id,
        place,
        ...(typeof item_id === 'string' && item_id.length <= 36 && { item_id }),
        ...((doing === 'editing' || doing === 'dragging') && { doing }),
      },
    })
  }

  return {
    listen(socket: LiveSocket): void {
      socket.on('presence', (state) => void enter(socket, state).catch(() => {}))
    },
    /** After a change of reach: whoever no longer reaches the place is gone from it. */
    recheck(socket: LiveSocket): void {
      const entry = entries.get(socket.id)
      if (entry !== undefined) void enter(socket, entry.state).catch(() => {})
    },
    leave(socket: LiveSocket): void {
      tell(socket.id, null)
    },
    close(): void {
      clearInterval(renew)
      stopListening()
    },
  }
}

/** The workspace a place belongs to, null where the person does not reach it: knowing the name of a place is not enough. */
async function reachedPlace({ orm }: Deps, socket: LiveSocket, place: unknown): Promise<string | null> {
  if (typeof place !== 'string' || !placePattern.test(place)) return null
  if (!place.startsWith('project:')) {
    return (await documentAccess(orm.em.fork(), socket.data.user_id, place))?.workspace_id ?? null
  }
  for (const [workspaceId, { rooms }] of socket.data.workspaces) {
    if (rooms.has(place.replace('project:', 'members:'))) return workspaceId
  }
  return null
}

function sameState(a: Presence, b: Presence): boolean {
  return a.place === b.place && a.item_id === b.item_id && a.doing === b.doing
}
