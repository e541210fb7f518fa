import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import { request } from '../sync/http.ts'
import { isSignedIn, loadSession, ownHomePath } from './session.ts'

type Instance = AnswerOf<Calls['getInstance']>

export type Entrance =
  | { status: 'loading' }
  | { status: 'open'; instance: Instance }
  | { status: 'failed'; retry: () => void }

/** What a visitor's page has to know first. Whoever is signed in already is sent on. */
export function useEntrance(nextPath: string | null): Entrance {
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [entrance, setEntrance] = useState<Entrance>({ status: 'loading' })
  useEffect(() => {
    let left = false
    async function enter() {
      const [instance, signedIn] = await Promise.all([request('getInstance', {}), isSignedIn()])
      if (left) return
      if (!signedIn) return setEntrance({ status: 'open', instance })
      await loadSession()
      if (!left) await navigate(nextPath ?? ownHomePath(), { replace: true })
    }
    enter().catch(() => {
      if (!left) setEntrance({ status: 'failed', retry: () => setAttempt(attempt + 1) })
    })
    return () => {
      left = true
    }
  }, [navigate, nextPath, attempt])
  return entrance
}
