import { documentAccessOfCaller } from '#api/access/documents.ts'
import type { FairQueue } from '#api/platform/concurrency/fair-queue.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import type { Presence, PresenceRequest } from '#common/platform/changes.ts'
import { isId } from '#common/platform/ids.ts'
import { createColleagues } from './colleagues.ts'
import { createPlaces } from './places.ts'
import { createPresenceExchange } from './presence-exchange.ts'
import type { LiveServer, LiveSocket } from './types.ts'

/** A tab shows a board, an item and perhaps a page; more is no browser. */
const placesPerSocket = 8
/** Of one socket, while the database is slow; what comes then is passed over. */
const mostWaiting = 32
const placePattern = /^(project|work_item|page):[0-9a-f-]{36}$/

/** Who looks at which board, item or page. Kept in memory by each process and told to the others; never stored. */
export function createPresence(io: LiveServer, deps: Deps, queue: FairQueue) {
  const places = createPlaces(io)
  const colleagues = createColleagues(deps, places.all)
  const exchange = createPresenceExchange(deps.bus, places, colleagues.soon)

  function put(socket: LiveSocket, state: Presence): void {
    socket.data.places.add(state.place)
    const isFirst = !places.has(state.place)
    places.put(state, socket)
    colleagues.soon()
    exchange.tell({ here: [state], ...(isFirst && { asked: state.place }) })
  }

  function remove(socket: LiveSocket, place: string): void {
    if (!socket.data.places.delete(place)) return
    const state = places.remove(place, socket.id)
    if (state === undefined) return
    exchange.tell({ gone: [state] })
    colleagues.soon()
  }

  async function enter(socket: LiveSocket, { place, item_id, doing, gone }: PresenceRequest): Promise<void> {
    if (typeof place !== 'string' || !placePattern.test(place)) return
    if (gone) return remove(socket, place)
    const { places: held, user_id } = socket.data
    if (!held.has(place) && held.size >= placesPerSocket) return
    const isAllowed = (await hasAccess(socket, place)) && socket.connected
    if (!isAllowed) return remove(socket, place)
    put(socket, {
      user_id,
      client_id: socket.id,
      place,
      ...(typeof item_id === 'string' && isId(item_id) && { item_id }),
      ...(isDoing(doing) && { doing }),
    })
  }

  /** Knowing the name of a place is not enough: the person has to have access to what is there. */
  async function hasAccess(socket: LiveSocket, place: string): Promise<boolean> {
    if (place.startsWith('project:')) {
      const room = place.replace('project:', 'members:')
      return [...socket.data.workspaces.values()].some(({ rooms }) => rooms.has(room))
    }
    const { user_id } = socket.data
    const access = await queue.pass(user_id, () =>
      documentAccessOfCaller(deps.orm.em.fork(), socket.data, place),
    )
    return access !== null
  }

  return {
    listen(socket: LiveSocket): void {
      colleagues.listen(socket)
      // One after the other: whoever left while their arrival was still looked up has left.
      let last: Promise<void> = Promise.resolve()
      let waiting = 0
      socket.on('presence', (request) => {
        if (request === null || typeof request !== 'object' || waiting === mostWaiting) return
        waiting++
        last = last
          .then(() => enter(socket, request))
          .catch(() => {})
          .finally(() => {
            waiting--
          })
      })
    },
    /** After a change of access: whoever no longer has access to a place is gone from it. */
    recheck(socket: LiveSocket): void {
      colleagues.soon()
      for (const place of [...socket.data.places]) {
        void hasAccess(socket, place)
          .then((isAllowed) => {
            if (!isAllowed) remove(socket, place)
          })
          .catch(() => remove(socket, place))
      }
    },
    leave(socket: LiveSocket): void {
      colleagues.leave(socket)
      for (const place of [...socket.data.places]) remove(socket, place)
    },
    close(): void {
      exchange.close()
      colleagues.close()
      places.close()
    },
  }
}

function isDoing(doing: unknown): doing is NonNullable<Presence['doing']> {
  return doing === 'editing' || doing === 'dragging' || doing === 'typing'
}
