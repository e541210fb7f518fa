import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { connectionAtom, liveSocket, store } from '../app/sync.ts'
import { currentSlug, workspaceAtom } from './workspace.ts'

const workspaceIdAtom = atom((get) => get(workspaceAtom).id)
const colleaguesAtom = atom<WorkspacePresence[] | null>(null)

/** Number of components that need the data. The tab subscribes once for all of them. */
let watchers = 0

/**
 * Returns the item, page or project that each other user of the workspace is viewing, if the current user may
 * see it. Null until known, while offline, and if `wanted` is false.
 */
export function useWorkspacePresence(wanted = true): WorkspacePresence[] | null {
  const workspace = useAtomValue(workspaceIdAtom)
  const isLive = useAtomValue(connectionAtom) === 'live'
  const colleagues = useAtomValue(colleaguesAtom)
  useEffect(() => {
    const socket = liveSocket()
    if (!wanted || workspace === null || !isLive || socket === null) return
    const receive = (workspaceId: string, presence: WorkspacePresence[]) =>
      workspaceId === workspace && store.set(colleaguesAtom, presence)
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
  }, [workspace, isLive, wanted])
  return wanted ? colleagues : null
}

/** Returns the path of the project, item or page that another user is viewing. */
export function viewedObjectPath({ place, project_id, key }: WorkspacePresence): string {
  if (key !== null) return `/${currentSlug()}/browse/${key}`
  const [kind, id] = place.split(':')
  const project = project_id === null ? `/${currentSlug()}` : `/${currentSlug()}/projects/${project_id}`
  return kind === 'page' ? `${project}/pages/${id}` : `${project}/issues`
}
