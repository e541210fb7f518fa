import { setImmediate } from 'node:timers/promises'
import {
  loadPresenceTargets,
  loadRoomsOfJoinedProjects,
  type PresenceTarget,
} from '#api/access/presence-targets.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import type { Presence } from '#common/platform/changes.ts'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { roomNames, splitCombinedRoomName } from '#common/platform/rooms.ts'
import type { LiveSocket } from './types.ts'

/**
 * Milliseconds for which changes are collected and then sent together, after one query for all watching
 * users. The first change is sent at once.
 */
const gatherMilliseconds = 1_000
/**
 * Additional milliseconds for each watching user. With 500 watching users, lists are sent at most every ten seconds,
 * because each list is different and is sent to one user only.
 */
const gatherMillisecondsPerWatcher = 20
/** Number of lists that are computed before the server handles other events. */
const listsPerTurn = 50
/**
 * Milliseconds after which names and permissions are read again, because pages may be renamed or made
 * private.
 */
const againMilliseconds = 15_000
/** Maximum number of users in one presence message. */
const mostNamed = 50

/** The data that decides what the receivers learn about the users in a workspace. */
interface PresenceData {
  people: readonly Presence[]
  targets: ReadonlyMap<string, PresenceTarget>
  /** The rooms of the projects that each user has joined, if a guest in one of these projects is a receiver. */
  joined: ReadonlyMap<string, readonly string[]>
}

interface Colleagues {
  named: WorkspacePresence[]
  count: number
}

/**
 * Sends the presence of all users in a workspace to everybody who views its home screen. Each user only
 * receives the projects, pages and items that they can access. Guests only see users with whom they share a project.
 */
export function createWorkspacePresence(deps: Deps, everyone: () => Presence[]) {
  const watchers = new Map<LiveSocket, { workspace_id: string; sent: string }>()
  let timer: NodeJS.Timeout | null = null
  let sent_at = Number.NEGATIVE_INFINITY
  const refreshTimer = setInterval(scheduleSend, againMilliseconds)

  function scheduleSend(): void {
    if (watchers.size === 0) return
    const gather = gatherMilliseconds + watchers.size * gatherMillisecondsPerWatcher
    const wait = Math.max(0, sent_at + gather - performance.now())
    timer ??= setTimeout(() => {
      timer = null
      sent_at = performance.now()
      sendAll().catch((error: unknown) =>
        deps.log.error({ err: error }, 'who is where could not be looked up'),
      )
    }, wait)
  }

  async function sendAll(): Promise<void> {
    const data = await load()
    let count = 0
    for (const [socket, watcher] of watchers) {
      count++
      if (count % listsPerTurn === 0) await setImmediate()
      const colleagues = visibleColleagues(socket, watcher.workspace_id, data)
      const text = JSON.stringify(colleagues)
      if (colleagues === null || text === watcher.sent) continue
      watcher.sent = text
      socket.emit('colleagues', watcher.workspace_id, colleagues.named, colleagues.count)
    }
  }

  async function load(): Promise<PresenceData> {
    const em = deps.orm.em.fork()
    const people = everyone()
    const workspaces = [...new Set([...watchers.values()].map(({ workspace_id }) => workspace_id))]
    const names = [...new Set(people.map(({ place }) => place))]
    const targets = await loadPresenceTargets(em, workspaces, names)
    const projects = [...watchers].flatMap(([{ data }, { workspace_id }]) => {
      const rooms = data.workspaces.get(workspace_id)?.rooms ?? new Set<string>()
      return rooms.has(roomNames.workspaceNonGuests(workspace_id)) ? [] : joinedProjects(rooms)
    })
    const userIds = [...new Set(people.map(({ user_id }) => user_id))]
    return { people, targets, joined: await loadRoomsOfJoinedProjects(em, userIds, [...new Set(projects)]) }
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

/** Returns the ids of the projects whose rooms are in `rooms`. */
function joinedProjects(rooms: ReadonlySet<string>): string[] {
  const prefix = roomNames.projectMembers('')
  return [...rooms].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

/**
 * Returns the other users, each with one object that they view. Users who view an object come first. Returns null
 * while the access of this socket is unknown.
 */
function visibleColleagues(
  { data }: LiveSocket,
  workspaceId: string,
  { people, targets, joined }: PresenceData,
): Colleagues | null {
  const subscription = data.workspaces.get(workspaceId)
  if (subscription === undefined || subscription.unknown_until !== 0) return null
  const { rooms } = subscription
  const seen = new Map<string, WorkspacePresence>()
  for (const { user_id, place } of people) {
    // If a user views both a board and one of its items, send only the item.
    const isHidden = user_id === data.user_id || rankOf(place) < rankOf(seen.get(user_id)?.place ?? '')
    if (isHidden) continue
    if (place === `workspace:${workspaceId}`) {
      if (mayKnowUser(workspaceId, rooms, joined.get(user_id)))
        seen.set(user_id, { user_id, place, project_id: null, name: '', key: null })
      continue
    }
    const known = targets.get(place)
    if (known?.workspace_id !== workspaceId || !mayKnow(known, rooms)) continue
    const { project_id, name, key } = known
    seen.set(user_id, { user_id, place, project_id, name, key })
  }
  const all = [...seen.values()]
  const [busy, elsewhere] = [all.filter(hasObject), all.filter((one) => !hasObject(one))]
  return { named: [...busy, ...elsewhere].slice(0, mostNamed), count: all.length }
}

function hasObject({ place }: WorkspacePresence): boolean {
  return !place.startsWith('workspace:')
}

/** Returns a greater number for a place that states more exactly what the user is viewing. */
function rankOf(place: string): number {
  if (place === '') return 0
  if (place.startsWith('workspace:')) return 1
  return place.startsWith('project:') ? 2 : 3
}

function mayKnow({ audience }: PresenceTarget, rooms: ReadonlySet<string>): boolean {
  return audience.some((name) => splitCombinedRoomName(name).every((each) => rooms.has(each)))
}

/** Returns whether a user may know that another user, who has joined the projects of `joined`, is active. */
function mayKnowUser(
  workspaceId: string,
  rooms: ReadonlySet<string>,
  joined: readonly string[] = [],
): boolean {
  return rooms.has(roomNames.workspaceNonGuests(workspaceId)) || joined.some((name) => rooms.has(name))
}
