import type { Presence } from '#common/platform/changes.ts'
import type { LiveServer, LiveSocket } from './types.ts'

/**
 * Maximum number of viewers of a project, page or item that are sent, active users first. Further viewers are
 * only counted.
 */
const mostNamed = 50
/** Milliseconds for which changes are collected and then sent together. The first change is sent at once. */
const batchMilliseconds = 200

interface Entry {
  state: Presence
  /** Socket of the viewer; null for users who are connected to another process. */
  socket: LiveSocket | null
  seen: number
}

interface TargetState {
  viewers: Map<string, Entry>
  /** The viewers as clients last received them, by client id. */
  named: Map<string, Presence>
  count: number
  newcomers: Set<string>
  sent_at: number
  timer: NodeJS.Timeout | null
}

/**
 * Tracks which users view each project, page or work item. Only viewers of the same object are notified. A
 * new viewer receives the full list, and other viewers only the differences. Otherwise, the traffic when many
 * users arrive would grow with the cube of their number.
 */
export function createPresenceTargets(io: LiveServer) {
  const targets = new Map<string, TargetState>()

  function targetOf(name: string): TargetState {
    const known = targets.get(name)
    if (known !== undefined) return known
    const created: TargetState = {
      viewers: new Map(),
      named: new Map(),
      count: 0,
      newcomers: new Set(),
      sent_at: 0,
      timer: null,
    }
    targets.set(name, created)
    return created
  }

  function scheduleSend(name: string, target: TargetState): void {
    // Only `colleagues` events list the people in a workspace. Otherwise, each person who arrives would cause a
    // message to everybody in the workspace.
    if (name.startsWith('workspace:')) {
      if (target.viewers.size === 0) targets.delete(name)
      return
    }
    const wait = Math.max(0, target.sent_at + batchMilliseconds - performance.now())
    target.timer ??= setTimeout(() => sendPresence(name, target), wait)
  }

  function sendPresence(name: string, target: TargetState): void {
    target.timer = null
    target.sent_at = performance.now()
    const { viewers, named, count, newcomers } = target
    const people = shownPeople(viewers)
    target.named = new Map(people.map((state) => [state.client_id, state]))
    target.count = viewers.size
    target.newcomers = new Set()
    const changed = people.filter((state) => !sameState(named.get(state.client_id), state))
    const left = [...named.keys()].filter((id) => !target.named.has(id))
    const sockets = [...viewers].flatMap(([id, { socket }]) => (socket === null ? [] : [id]))
    const others = sockets.filter((id) => !newcomers.has(id))
    const fresh = sockets.filter((id) => newcomers.has(id))
    const isOther = changed.length > 0 || left.length > 0 || viewers.size !== count
    for (const [ids, as] of byVisibility(name, viewers)) {
      const to = (some: string[]) => some.filter((id) => ids.has(id))
      if (to(fresh).length > 0) io.to(to(fresh)).emit('presence', name, people.map(as), viewers.size)
      if (isOther && to(others).length > 0)
        io.to(to(others)).emit('presence_changes', name, {
          changed: changed.map(as),
          left,
          count: viewers.size,
        })
    }
    if (viewers.size === 0) targets.delete(name)
  }

  return {
    has: (name: string) => targets.has(name),
    put(state: Presence, socket: LiveSocket | null = null): void {
      const target = targetOf(state.place)
      const before = target.viewers.get(state.client_id)
      target.viewers.set(state.client_id, { state, socket, seen: Date.now() })
      if (before === undefined && socket !== null) target.newcomers.add(state.client_id)
      if (!sameState(before?.state, state)) scheduleSend(state.place, target)
    },
    remove(name: string, clientId: string): Presence | undefined {
      const target = targets.get(name)
      const entry = target?.viewers.get(clientId)
      if (target === undefined || entry === undefined) return
      target.viewers.delete(clientId)
      target.newcomers.delete(clientId)
      scheduleSend(name, target)
      return entry.state
    },
    /**
     * Returns the viewers who are connected to this process. With `name`, returns only the viewers of that
     * object.
     */
    local(name?: string): Presence[] {
      const wanted = name === undefined ? [...targets.values()] : [targets.get(name)]
      return wanted.flatMap((target) =>
        [...(target?.viewers.values() ?? [])].flatMap(({ state, socket }) =>
          socket === null ? [] : [state],
        ),
      )
    },
    /** Returns the viewers of all objects who are connected to any process. */
    all(): Presence[] {
      return [...targets.values()].flatMap(({ viewers }) => [...viewers.values()].map(({ state }) => state))
    },
    /** Removes viewers of other processes that were not announced again since `since`. */
    forgetForeign(since: number): void {
      for (const [name, { viewers }] of targets) {
        for (const [id, { socket, seen }] of viewers)
          if (socket === null && seen < since) this.remove(name, id)
      }
    },
    close(): void {
      for (const { timer } of targets.values()) if (timer !== null) clearTimeout(timer)
    },
  }
}

type Redact = (state: Presence) => Presence

/**
 * Groups the receivers by what they may see: guests with restricted access do not learn which item somebody
 * views.
 */
function byVisibility(name: string, viewers: Map<string, Entry>): [ids: Set<string>, as: Redact][] {
  const ids = [...viewers].flatMap(([id, { socket }]) => (socket === null ? [] : [{ id, socket }]))
  const seesAll = ({ socket }: { socket: LiveSocket }) =>
    !name.startsWith('project:') || [...socket.data.workspaces.values()].some(({ rooms }) => rooms.has(name))
  const idsOf = (found: { id: string }[]) => new Set(found.map(({ id }) => id))
  return [
    [idsOf(ids.filter(seesAll)), (state) => state],
    [idsOf(ids.filter((one) => !seesAll(one))), ({ item_id: _, doing: __, ...state }) => state],
  ]
}

function shownPeople(viewers: Map<string, Entry>): Presence[] {
  const all = [...viewers.values()].map(({ state }) => state)
  if (all.length <= mostNamed) return all
  const [busy, idle] = [all.filter(isBusy), all.filter((state) => !isBusy(state))]
  return [...busy, ...idle].slice(0, mostNamed)
}

function isBusy({ item_id }: Presence): boolean {
  return item_id !== undefined
}

function sameState(a: Presence | undefined, b: Presence): boolean {
  return a !== undefined && a.item_id === b.item_id && a.doing === b.doing
}
