import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { connectionAtom, liveSocket } from '../../platform/app/sync.ts'

/**
 * Calls `read` when the live connection is ready, and again whenever a session or sign-in method of the user changes
 * on any device.
 */
export function useSessionChanges(read: () => Promise<void>): void {
  const isLive = useAtomValue(connectionAtom) === 'live'
  useEffect(() => {
    const socket = liveSocket()
    if (!isLive || socket === null) return
    // After an error, the data that is shown stays until the connection returns.
    const reload = () => void read().catch(() => {})
    reload()
    socket.on('sessions', reload)
    return () => void socket.off('sessions', reload)
  }, [isLive, read])
}
