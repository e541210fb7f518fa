import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionAtom } from '../sync/socket.ts'
import { SaveStatus } from '../ui/SaveStatus.tsx'

/** Milliseconds; a connection that is back sooner is not worth a word. */
const patience = 1200

/** Says when what is on the screen may be old. While everything is live it says nothing. */
export function ConnectionStatus() {
  const connection = useAtomValue(connectionAtom)
  const broken = connection === 'offline' || connection === 'reconnecting'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!broken) return setShown(false)
    const timer = setTimeout(() => setShown(true), connection === 'offline' ? 0 : patience)
    return () => clearTimeout(timer)
  }, [broken, connection])
  if (!shown || !broken) return null
  return <SaveStatus state={connection} />
}
