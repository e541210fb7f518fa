import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { authSentence } from '#common/identity/sign-in/errors.ts'
import { safeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { isProvider } from './provider-name.ts'

/** What the address of an auth page says: who tries, what went wrong, where they are bound for. */
export interface Arrival {
  email: string
  nextPath: string | null
  problem: ReturnType<typeof authSentence> | null
  succeeded: boolean
  /** By which they came although the address has an account: it may open that once they have signed in. */
  offered: SignInProvider | null
}

export function useArrival(): Arrival {
  const [query] = useSearchParams()
  return useMemo(() => {
    const code = query.get('error_code')
    const offered = query.get('offered')
    return {
      email: query.get('email') ?? '',
      nextPath: safeNextPath(query.get('next_path')),
      problem: code === null ? null : authSentence(Number(code)),
      succeeded: query.has('success'),
      offered: isProvider(offered) ? offered : null,
    }
  }, [query])
}

/** A path with the way back in its query. */
export function withNext(path: string, nextPath: string | null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, ...(nextPath && { next_path: nextPath }) })
  return query.size === 0 ? path : `${path}?${query}`
}
