import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Colleague } from '#common/live.ts'
import { connectionAtom, liveSocket } from '../app/sync.ts'
import { workspaceAtom } from '../shell/workspace.ts'

const workspaceIdAtom = atom((get) => get(workspaceAtom).id)

/** Where everybody else of the workspace is now, as far as one may know; null before it is known, and while the connection is away. */
export function useColleagues(): Colleague[] | null {
  const workspace = useAtomValue(workspaceIdAtom)
  const isLive = useAtomValue(connectionAtom) === 'live'
  const [colleagues, setColleagues] = useState<Colleague[] | null>(null)
  useEffect(() => {
    const socket = liveSocket()
    if (workspace === null || !isLive || socket === null) return
    const hear = (of: string, told: Colleague[]) => of === workspace && setColleagues(told)
    socket.on('colleagues', hear)
    socket.emit('colleagues', { workspace })
    return () => {
      socket.off('colleagues', hear)
      socket.emit('colleagues', { workspace, gone: true })
      setColleagues(null)
    }
  }, [workspace, isLive])
  return colleagues
}
