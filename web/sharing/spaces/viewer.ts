import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { withNextPath } from '../../identity/sign-in/sign-in-params.ts'
import { isSignedIn } from '../../platform/person/session.ts'

/** Returns whether the reader is signed in; undefined until that is known. */
export function useIsSignedIn(): boolean | undefined {
  const [known, setKnown] = useState<boolean>()
  useEffect(() => {
    let wanted = true
    // While offline or after an error, the reader counts as signed out.
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

/** Returns the sign-in path that leads back to the current location. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  return withNextPath('/', pathname + search)
}
