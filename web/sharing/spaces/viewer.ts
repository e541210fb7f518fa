import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { withNext } from '../../identity/sign-in/sign-in-params.ts'
import { isSignedIn } from '../../platform/person/session.ts'

/** Whether somebody is signed in who reads what is published; undefined until that is known. */
export function useIsSignedIn(): boolean | undefined {
  const [known, setKnown] = useState<boolean>()
  useEffect(() => {
    let wanted = true
    // Offline, or while the server is away, it is read as by a stranger.
    isSignedIn().then(
      (is) => wanted && setKnown(is),
      () => wanted && setKnown(false),
    )
    return () => {
      wanted = false
    }
  }, [])
  return known
}

/** To the door, and from there back to this very place. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  return withNext('/', pathname + search)
}
