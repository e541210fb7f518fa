import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { connectionAtom, waitingAtom } from '../app/sync.ts'
import type { ConnectionState } from '../sync/live-connection.ts'
import { SaveStatus } from '../ui/SaveStatus.tsx'

/** Milliseconds that a connection state must last before it is shown, so that short interruptions stay invisible. */
const patience: Record<Exclude<ConnectionState, 'live'>, number> = {
  offline: 0,
  reconnecting: 1200,
  connecting: 4000,
}

/**
 * Shows that the data on the screen may be outdated, and how many changes wait to be sent. Renders nothing while the
 * connection is live and no change waits.
 */
export function ConnectionStatus() {
  const { t } = useTranslation()
  const waiting = useAtomValue(waitingAtom)
  const socket = useAtomValue(connectionAtom)
  const connection = waiting > 0 && socket === 'live' ? 'reconnecting' : socket
  const [shown, setShown] = useState<ConnectionState>('live')
  useEffect(() => {
    if (connection === 'live') return setShown('live')
    const timer = setTimeout(() => setShown(connection), patience[connection])
    return () => clearTimeout(timer)
  }, [connection])
  if (shown === 'live') return null
  if (shown === 'offline') {
    const reason = waiting > 0 ? t('shell.offlineWaiting', { count: waiting }) : t('shell.offline')
    return <SaveStatus state="offline" reason={reason} />
  }
  return (
    <SaveStatus
      state="reconnecting"
      {...(waiting > 0 && { reason: t('shell.reconnectingWaiting', { count: waiting }) })}
    />
  )
}
