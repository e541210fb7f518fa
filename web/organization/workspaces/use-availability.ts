import { useEffect, useState } from 'react'

export type NameAvailability = 'unknown' | 'checking' | 'free' | 'taken'

/** The delay in milliseconds between the last keystroke and the check. */
const restMilliseconds = 250

/**
 * Checks with debounce whether a name is free. Pass null as `value` if the name is invalid, because no check is
 * needed then. `isFree` must be the same function on each render. Errors are ignored, since the server
 * validates the name again on submit.
 */
export function useNameAvailability(
  value: string | null,
  isFree: (value: string, signal: AbortSignal) => Promise<boolean>,
): NameAvailability {
  const [answered, setAnswered] = useState<{ value: string; isFree: boolean } | null>(null)
  useEffect(() => {
    if (value === null) return
    const asking = new AbortController()
    const rest = setTimeout(() => {
      isFree(value, asking.signal).then(
        (free) => asking.signal.aborted || setAnswered({ value, isFree: free }),
        () => {},
      )
    }, restMilliseconds)
    return () => {
      clearTimeout(rest)
      asking.abort()
    }
  }, [value, isFree])
  if (value === null) return 'unknown'
  if (answered?.value !== value) return 'checking'
  return answered.isFree ? 'free' : 'taken'
}
