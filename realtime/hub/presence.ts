import type { Deps } from '#api/deps.ts'
import { documentAccess } from '#api/documents/access.ts'
import type { Presence, PresenceRequest } from '#common/changes.ts'
import type { LiveServer, LiveSocket } from './types.ts'

const presenceChannel = 'presence'
/** Entries of other processes that are not renewed within this time are forgotten: the process may have died. */
const expiresAfter = 45_000
const renewEvery = 15_000
/** A tab shows a board, an item and perhaps a page; more is no browser. */
const placesPerSocket = 8
const placePattern = /^(project|work_item|page):[0-9a-f-]{36}$/

interface Entry {
  state: Presence
  seen: number
}

/** Told to every process: somebody entered a place or did something there, or left it. */
interface Message {
  state: Presence
  gone: boolean
}

/** Who looks at which board, item or page. Kept in memory by each process and told to the others; never stored. */
export function createPresence(io: LiveServer, deps: Deps) {
  const { bus } = deps
  /** Place → socket id → who is there. */
  const places = new Map<string, Map<string, Entry>>()
  const stopListening = bus.subscribe(presenceChannel, (text) => apply(JSON.parse(text) as Message))
  const renew = setInterval(() => {
    const now = Date.now()
    for (const { state, seen } of [...places.values()].flatMap((here) => [...here.values()])) {
      if (io.sockets.sockets.has(state.client_id)) tell(state, false)
      else if (now - seen > expiresAfter) apply({ state, gone: true })
    }
  }, renewEvery)

  function tell(state: Presence, gone: boolean): void {
    bus.publish(presenceChannel, JSON.stringify({ state, gone } satisfies Message))
  }

  function apply({ state, gone }: Message): void {
    const here = places.get(state.place) ?? new Map<string, Entry>()
    const before = here.get(state.client_id)
    if (gone) here.delete(state.client_id)
    else here.set(state.client_id, { state, seen: Date.now() })
    if (here.size === 0) places.delete(state.place)
    else places.set(state.place, here)
    if (gone ? before !== undefined : before === undefined || !sameState(before.state, state))
      announce(state.place, here)
  }

  /** Only those who look at the same place hear who else does. */
  function announce(place: string, here: Map<string, Entry>): void {
    const people = [...here.values()].map((entry) => entry.state)
    for (const clientId of here.keys()) io.sockets.sockets.get(clientId)?.emit('presence', place, people)
  }

  function placesOf(socket: LiveSocket): Presence[] {
    return [...places.values()].flatMap((here) => here.get(socket.id)?.state ?? [])
  }

  async function enter(socket: LiveSocket, { place, item_id, doing, gone }: PresenceRequest): Promise<void> {
    if (typeof place !== 'string' || !placePattern.test(place)) return
    const state: Presence = {
      user_id: socket.data.user_id,
      client_id: socket.id,
      place,
      ...(typeof item_id === 'string' && item_id.length <= 36 && { item_id }),
      ...((doing === 'editing' || doing === 'dragging') && { doing }),
    }
    const isNew = places.get(place)?.has(socket.id) !== true
    if (isNew && !gone && placesOf(socket).length >= placesPerSocket) return
    const reached = !gone && (await reaches(deps, socket, place)) && socket.connected
    if (reached || !isNew) tell(state, !reached)
  }

  return {
    listen(socket: LiveSocket): void {
      // One after the other: whoever left while their arrival was still looked up has left.
      let last: Promise<void> = Promise.resolve()
      socket.on('presence', (request) => {
        if (request === null || typeof request !== 'object') return
        last = last.then(() => enter(socket, request)).catch(() => {})
      })
    },
    /** After a change of reach: whoever no longer reaches a place is gone from it. */
    recheck(socket: LiveSocket): void {
      for (const state of placesOf(socket)) void enter(socket, state).catch(() => {})
    },
    leave(socket: LiveSocket): void {
      for (const state of placesOf(socket)) tell(state, true)
    },
    close(): void {
      clearInterval(renew)
      stopListening()
    },
  }
}

/** Knowing the name of a place is not enough: the person has to reach what is there. */
async function reaches({ orm }: Deps, socket: LiveSocket, place: string): Promise<boolean> {
  if (!place.startsWith('project:')) {
    return (await documentAccess(orm.em.fork(), socket.data.user_id, place)) !== null
  }
  const room = place.replace('project:', 'members:')
  return [...socket.data.workspaces.values()].some(({ rooms }) => rooms.has(room))
}

function sameState(a: Presence, b: Presence): boolean {
  return a.item_id === b.item_id && a.doing === b.doing
}
