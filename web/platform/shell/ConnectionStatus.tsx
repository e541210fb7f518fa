import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { connectionAtom, waitingAtom } from '../app/sync.ts'
import { unsentTextsAtom } from '../app/unsent-texts.ts'
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
  const queued = useAtomValue(waitingAtom)
  const texts = useAtomValue(unsentTextsAtom)
  const socket = useAtomValue(connectionAtom)
  const connection = queued > 0 && socket === 'live' ? 'reconnecting' : socket
  // While the connection is live, a text is unsent for a moment after each keystroke.
  const waiting = socket === 'live' ? queued : queued + texts.length
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
