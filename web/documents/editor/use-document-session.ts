import { useEffect, useState } from 'react'
import { type DocumentSession, openDocumentSession } from './session.ts'

/** Opens a document while a component shows it. Returns null before it is open. */
export function useDocumentSession(name: string, userId: string): DocumentSession | null {
  const [opened, setOpened] = useState<DocumentSession | null>(null)
  useEffect(() => {
    const { session, release } = openDocumentSession(name, userId)
    setOpened(session)
    return release
  }, [name, userId])
  return opened
}
