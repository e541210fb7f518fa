import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { connectionAtom, liveSocket, store } from '../app/sync.ts'
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
  useEffect(() => {
    const socket = liveSocket()
    if (workspace === null || !isLive || socket === null) return
    const receive = (workspaceId: string, named: WorkspacePresence[], count: number) =>
      workspaceId === workspace && store.set(colleaguesAtom, { named, count })
    socket.on('colleagues', receive)
    watchers++
    if (watchers === 1) socket.emit('colleagues', { workspace })
    return () => {
      socket.off('colleagues', receive)
      watchers--
      if (watchers > 0) return
      socket.emit('colleagues', { workspace, gone: true })
      store.set(colleaguesAtom, null)
    }
  }, [workspace, isLive])
  return colleagues
}

/** Publishes that the user is active in the current workspace. Each tab sends this once per connection. */
export function usePublishActivity(): void {
  const workspace = useAtomValue(workspaceIdAtom)
  const isLive = useAtomValue(connectionAtom) === 'live'
  useEffect(() => {
    const socket = liveSocket()
    if (workspace === null || !isLive || socket === null) return
    const place = `workspace:${workspace}`
    socket.emit('presence', { place })
    return () => void socket.emit('presence', { place, gone: true })
  }, [workspace, isLive])
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
