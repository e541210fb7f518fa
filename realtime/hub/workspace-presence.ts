import { loadPresenceTargets, type PresenceTarget } from '#api/access/presence-targets.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import type { Presence } from '#common/platform/changes.ts'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { splitCombinedRoomName } from '#common/platform/rooms.ts'
import type { LiveSocket } from './types.ts'

/**
 * Milliseconds for which changes are collected and then sent together, after one query for all watching
 * users. The first change is sent at once.
 */
const gatherMilliseconds = 1_000
/**
 * Milliseconds after which names and permissions are read again, because pages may be renamed or made
 * private.
 */
const againMilliseconds = 15_000
/** Maximum number of users in one presence message. */
const mostNamed = 50

/**
 * Sends the presence of all users in a workspace to everybody who views its home screen. Each user only
 * receives the projects, pages and items that they can access.
 */
export function createWorkspacePresence(deps: Deps, everyone: () => Presence[]) {
  const watchers = new Map<LiveSocket, { workspace_id: string; sent: string }>()
  let timer: NodeJS.Timeout | null = null
  let sent_at = -gatherMilliseconds
  const refreshTimer = setInterval(scheduleSend, againMilliseconds)

  function scheduleSend(): void {
    if (watchers.size === 0) return
    const wait = Math.max(0, sent_at + gatherMilliseconds - performance.now())
    timer ??= setTimeout(() => {
      timer = null
      sent_at = performance.now()
      sendAll().catch((error: unknown) =>
        deps.log.error({ err: error }, 'who is where could not be looked up'),
      )
    }, wait)
  }

  async function sendAll(): Promise<void> {
    const people = everyone()
    const workspaces = [...new Set([...watchers.values()].map(({ workspace_id }) => workspace_id))]
    const names = [...new Set(people.map(({ place }) => place))]
    const targets = await loadPresenceTargets(deps.orm.em.fork(), workspaces, names)
    for (const [socket, watcher] of watchers) {
      const colleagues = visibleColleagues(socket, watcher.workspace_id, people, targets)
      const text = JSON.stringify(colleagues)
      if (colleagues === null || text === watcher.sent) continue
      watcher.sent = text
      socket.emit('colleagues', watcher.workspace_id, colleagues)
    }
  }

  return {
    scheduleSend,
    listen(socket: LiveSocket): void {
      socket.on('colleagues', (request) => {
        const workspace_id: unknown = request?.workspace
        if (typeof workspace_id !== 'string' || request.gone) return void watchers.delete(socket)
        if (!socket.data.workspaces.has(workspace_id)) return
        watchers.set(socket, { workspace_id, sent: '' })
        scheduleSend()
      })
    },
    leave(socket: LiveSocket): void {
      watchers.delete(socket)
    },
    close(): void {
      clearInterval(refreshTimer)
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/**
 * Returns the other users, each with one object that they view. Returns null while the access of this socket
 * is unknown.
 */
function visibleColleagues(
  { data }: LiveSocket,
  workspaceId: string,
  people: readonly Presence[],
  targets: ReadonlyMap<string, PresenceTarget>,
): WorkspacePresence[] | null {
  const subscription = data.workspaces.get(workspaceId)
  if (subscription === undefined || subscription.unknown_until !== 0) return null
  const { rooms } = subscription
  const seen = new Map<string, WorkspacePresence>()
  for (const { user_id, place } of people) {
    const known = targets.get(place)
    const isOther = known?.workspace_id === workspaceId && user_id !== data.user_id
    // If a user views both a board and one of its items, send only the item.
    if (!isOther || (place.startsWith('project:') && seen.has(user_id)) || !mayKnow(known, rooms)) continue
    const { project_id, name, key } = known
    seen.set(user_id, { user_id, place, project_id, name, key })
  }
  return [...seen.values()].slice(0, mostNamed)
}

function mayKnow({ audience }: PresenceTarget, rooms: ReadonlySet<string>): boolean {
  return audience.some((name) => splitCombinedRoomName(name).every((each) => rooms.has(each)))
}
