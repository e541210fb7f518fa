import { useEffect, useState } from 'react'

export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

/** How long typing rests before it is asked whether a name is free. */
const restMilliseconds = 250

/**
 * Asks, whenever typing rests, whether a name is free. `value` is null where it breaks a rule anyway; `isFree` must keep its
 * identity between renders. When the server cannot be asked, the form goes on and the server says so on sending.
 */
export function useAvailability(
  value: string | null,
  isFree: (value: string, signal: AbortSignal) => Promise<boolean>,
): Availability {
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
