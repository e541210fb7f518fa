import { useEffect, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { type FailureMessage, failureMessageOf } from '../../platform/app/failures.ts'
import { request } from '../../platform/app/sync.ts'

type Instance = ResponseOf<Calls['getInstance']>

export type InstanceConfigState =
  | { status: 'loading' }
  | { status: 'open'; instance: Instance }
  | { status: 'error'; failure: FailureMessage | null; retry: () => void }

/**
 * Returns true if this Tandem instance has a mail server, or while this is unknown. Without a mail server,
 * users must send links such as invitations to others themselves.
 */
export function useCanSendEmail(): boolean {
  const state = useInstanceConfig()
  return state.status !== 'open' || state.instance.config.is_smtp_configured
}

/** Loads the public configuration of this Tandem instance: sign-in methods, and whether the setup is done. */
export function useInstanceConfig(): InstanceConfigState {
  const [attempt, setAttempt] = useState(0)
  const [state, setEntrance] = useState<InstanceConfigState>({ status: 'loading' })
  useEffect(() => {
    let left = false
    request('getInstance', {}).then(
      (instance) => left || setEntrance({ status: 'open', instance }),
      (error: unknown) =>
        left ||
        setEntrance({
          status: 'error',
          failure: failureMessageOf(error),
          retry: () => setAttempt(attempt + 1),
        }),
    )
    return () => {
      left = true
    }
  }, [attempt])
  return state
}
