import { getCallerDocumentAccess } from '#api/access/documents.ts'
import type { FairQueue } from '#api/platform/concurrency/fair-queue.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import type { Presence, PresenceRequest } from '#common/platform/changes.ts'
import { isId } from '#common/platform/ids.ts'
import { roomNames } from '#common/platform/rooms.ts'
import { createPresenceExchange } from './presence-exchange.ts'
import { createPresenceTargets } from './presence-targets.ts'
import type { LiveServer, LiveSocket } from './types.ts'
import { createWorkspacePresence } from './workspace-presence.ts'

/**
 * Maximum number of objects that a socket can view at once. A tab shows a workspace, a board, an item and perhaps a
 * page.
 */
const placesPerSocket = 8
/** Maximum number of queued requests per socket while the database is slow. Further requests are dropped. */
const mostWaiting = 32
const placePattern = /^(workspace|project|work_item|page):[0-9a-f-]{36}$/

/**
 * Tracks the viewers of boards, items and pages. They are only stored in memory, and exchanged between
 * processes.
 */
export function createPresence(io: LiveServer, deps: Deps, queue: FairQueue) {
  const places = createPresenceTargets(io)
  const colleagues = createWorkspacePresence(deps, places.all)
  const exchange = createPresenceExchange(deps.bus, places, colleagues.scheduleSend)

  function addPresence(socket: LiveSocket, state: Presence): void {
    socket.data.places.add(state.place)
    const isFirst = !places.has(state.place)
    places.put(state, socket)
    colleagues.scheduleSend()
    exchange.publish({ here: [state], ...(isFirst && { asked: state.place }) })
  }

  function remove(socket: LiveSocket, place: string): void {
    if (!socket.data.places.delete(place)) return
    const state = places.remove(place, socket.id)
    if (state === undefined) return
    exchange.publish({ gone: [state] })
    colleagues.scheduleSend()
  }

  async function handleRequest(
    socket: LiveSocket,
    { place, item_id, doing, gone }: PresenceRequest,
  ): Promise<void> {
    if (typeof place !== 'string' || !placePattern.test(place)) return
    if (gone) return remove(socket, place)
    const { places: ownTargets, user_id } = socket.data
    if (!ownTargets.has(place) && ownTargets.size >= placesPerSocket) return
    const isAllowed = (await hasAccess(socket, place)) && socket.connected
    if (!isAllowed) return remove(socket, place)
    addPresence(socket, {
      user_id,
      client_id: socket.id,
      place,
      ...(typeof item_id === 'string' && isId(item_id) && { item_id }),
      ...(isDoing(doing) && { doing }),
    })
  }

  /** Returns whether the user has access to the workspace, project, page or item that they want to view. */
  async function hasAccess(socket: LiveSocket, place: string): Promise<boolean> {
    if (place.startsWith('workspace:')) {
      const workspaceId = place.replace('workspace:', '')
      return socket.data.workspaces.get(workspaceId)?.rooms.has(roomNames.workspace(workspaceId)) === true
    }
    if (place.startsWith('project:')) {
      const room = place.replace('project:', 'members:')
      return [...socket.data.workspaces.values()].some(({ rooms }) => rooms.has(room))
    }
    const { user_id } = socket.data
    const access = await queue.pass(user_id, () =>
      getCallerDocumentAccess(deps.orm.em.fork(), socket.data, place),
    )
    return access !== null
  }

  return {
    listen(socket: LiveSocket): void {
      colleagues.listen(socket)
      // Handle the requests of a socket in order. Otherwise, the slow query of a request to start viewing could
      // end after a later request to stop.
      let last: Promise<void> = Promise.resolve()
      let waiting = 0
      socket.on('presence', (request) => {
        if (request === null || typeof request !== 'object' || waiting === mostWaiting) return
        waiting++
        last = last
          .then(() => handleRequest(socket, request))
          .catch(() => {})
          .finally(() => {
            waiting--
          })
      })
    },
    /**
     * After a change of access, removes the user from the viewers of objects that the user can no longer
     * access.
     */
    recheck(socket: LiveSocket): void {
      colleagues.scheduleSend()
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
