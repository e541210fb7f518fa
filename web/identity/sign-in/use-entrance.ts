import { useEffect, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import { request } from '../../platform/app/sync.ts'

type Instance = AnswerOf<Calls['getInstance']>

export type EntranceState =
  | { status: 'loading' }
  | { status: 'open'; instance: Instance }
  | { status: 'error'; retry: () => void }

/** False without a mail server, where links have to be handed over; true until that is known. */
export function useMailsGoOut(): boolean {
  const entrance = useEntrance()
  return entrance.status !== 'open' || entrance.instance.config.is_smtp_configured
}

/** What a visitor's page has to know first: how one signs in here, and whether anybody has before. */
export function useEntrance(): EntranceState {
  const [attempt, setAttempt] = useState(0)
  const [entrance, setEntrance] = useState<EntranceState>({ status: 'loading' })
  useEffect(() => {
    let left = false
    request('getInstance', {}).then(
      (instance) => left || setEntrance({ status: 'open', instance }),
      () => left || setEntrance({ status: 'error', retry: () => setAttempt(attempt + 1) }),
    )
    return () => {
      left = true
    }
  }, [attempt])
  return entrance
}
