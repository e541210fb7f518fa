import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { connectionAtom, liveSocket } from '../../platform/app/sync.ts'

/** Reads again when a session or another way into the account begins or ends, on any of one's screens, and when the connection was away. */
export function useSessionNews(read: () => Promise<void>): void {
  const isLive = useAtomValue(connectionAtom) === 'live'
  useEffect(() => {
    const socket = liveSocket()
    if (!isLive || socket === null) return
    // What cannot be read now stays as it was until the connection is back.
    const again = () => void read().catch(() => {})
    again()
    socket.on('sessions', again)
    return () => void socket.off('sessions', again)
  }, [isLive, read])
}
