import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { authErrorMessage } from '#common/identity/sign-in/errors.ts'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { isKnownSignInProvider } from './provider-name.ts'

/** URL parameters of the sign-in pages: email address, error and return path. */
export interface SignInParams {
  email: string
  nextPath: string | null
  problem: ReturnType<typeof authErrorMessage> | null
  succeeded: boolean
  /**
   * The provider whose account can be linked after the user has signed in to an existing account in another
   * way.
   */
  offered: SignInProvider | null
}

export function useSignInParams(): SignInParams {
  const [query] = useSearchParams()
  return useMemo(() => {
    const code = query.get('error_code')
    const offered = query.get('offered')
    return {
      email: query.get('email') ?? '',
      nextPath: sanitizeNextPath(query.get('next_path')),
      problem: code === null ? null : authErrorMessage(Number(code)),
      succeeded: query.has('success'),
      offered: isKnownSignInProvider(offered) ? offered : null,
    }
  }, [query])
}

/** Adds the return path to a path as the query parameter `next_path`. The server redirects to it after sign-in. */
export function withNextPath(
  path: string,
  nextPath: string | null,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...more, ...(nextPath && { next_path: nextPath }) })
  return query.size === 0 ? path : `${path}?${query}`
}
