import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { connectionAtom, liveSocket, store, subscriptionsAtom } from '../app/sync.ts'
import { currentSlug, workspaceAtom } from './workspace.ts'

const workspaceIdAtom = atom((get) => get(workspaceAtom).id)

/** The other users who are active in the workspace. */
interface ActiveColleagues {
  /** At most 50 users, each with the object that they view. */
  named: WorkspacePresence[]
  /** Number of all active users. */
  count: number
}

const colleaguesAtom = atom<ActiveColleagues | null>(null)

/** Number of components that need the data. The tab subscribes once for all of them. */
let watchers = 0

/**
 * Returns the other active users of the workspace whom the current user may see. Null until known and while offline.
 */
export function useWorkspacePresence(): ActiveColleagues | null {
  const workspace = useAtomValue(workspaceIdAtom)
  const isLive = useAtomValue(connectionAtom) === 'live'
  const colleagues = useAtomValue(colleaguesAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  useEffect(() => {
    const socket = liveSocket()
    if (workspace === null || !isLive || socket === null) return
    const receive = (workspaceId: string, named: WorkspacePresence[], count: number) =>
      workspaceId === workspace && store.set(colleaguesAtom, { named, count })
    socket.on('colleagues', receive)
    watchers++
    return () => {
      socket.off('colleagues', receive)
      watchers--
      if (watchers > 0) return
      socket.emit('colleagues', { workspace, gone: true })
      store.set(colleaguesAtom, null)
    }
  }, [workspace, isLive])
  useEffect(() => {
    if (workspace !== null && isLive && subscriptions > 0) liveSocket()?.emit('colleagues', { workspace })
  }, [workspace, isLive, subscriptions])
  return colleagues
}

/** Publishes that the user is active in the current workspace. Each tab sends this once per subscription. */
export function usePublishActivity(): void {
  const workspace = useAtomValue(workspaceIdAtom)
  const isLive = useAtomValue(connectionAtom) === 'live'
  const subscriptions = useAtomValue(subscriptionsAtom)
  const place = workspace === null || !isLive ? null : `workspace:${workspace}`
  useEffect(() => {
    if (place !== null && subscriptions > 0) liveSocket()?.emit('presence', { place })
  }, [place, subscriptions])
  // This effect is separate, because a new subscription must not report that the user has left.
  useEffect(() => {
    if (place === null) return
    const socket = liveSocket()
    return () => void socket?.emit('presence', { place, gone: true })
  }, [place])
}

/**
 * Returns the path of the project, item or page that another user is viewing. Null if the user is viewing another
 * screen of the workspace.
 */
export function viewedObjectPath({ place, project_id, key }: WorkspacePresence): string | null {
  if (key !== null) return `/${currentSlug()}/browse/${key}`
  const [kind, id] = place.split(':')
  if (kind === 'workspace') return null
  const project = project_id === null ? `/${currentSlug()}` : `/${currentSlug()}/projects/${project_id}`
  return kind === 'page' ? `${project}/pages/${id}` : `${project}/issues`
}
