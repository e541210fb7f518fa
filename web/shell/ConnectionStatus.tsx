import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionAtom, resendingAtom } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import type { Connection } from '../sync/socket.ts'
import { SaveStatus } from '../ui/SaveStatus.tsx'

/** Milliseconds before a state is worth a word: a connection that is back sooner is not. */
const patience: Record<Exclude<Connection, 'live'>, number> = {
  offline: 0,
  reconnecting: 1200,
  connecting: 4000,
}

/** Says when what is on the screen may be old. While everything is live it says nothing. */
export function ConnectionStatus() {
  const { t } = useTranslation()
  const isResending = useAtomValue(resendingAtom) > 0
  const socket = useAtomValue(connectionAtom)
  const connection = isResending && socket === 'live' ? 'reconnecting' : socket
  const [shown, setShown] = useState<Connection>('live')
  useEffect(() => {
    if (connection === 'live') return setShown('live')
    const timer = setTimeout(() => setShown(connection), patience[connection])
    return () => clearTimeout(timer)
  }, [connection])
  if (shown === 'live') return null
  if (shown === 'offline') return <SaveStatus state="offline" reason={t('shell.offline')} />
  return <SaveStatus state="reconnecting" />
}
