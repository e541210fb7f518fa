import { type ReactNode, useEffect, useState } from 'react'
import type { Loadable } from './loadable.ts'

export interface LazyPartProps<Props extends object> {
  part: Loadable<Props>
  props: Props
  fallback?: ReactNode
}

/**
 * Shows a part that is fetched when first shown. Unlike React's lazy it shows at once when the part is already here: Suspense
 * would hold the first showing back for 300 ms after its fallback.
 */
export function LazyPart<Props extends object>({ part, props, fallback = null }: LazyPartProps<Props>) {
  const [Loaded, setLoaded] = useState(() => part.here)
  useEffect(() => {
    if (Loaded) return
    part.fetch().then(
      (loaded) => setLoaded(() => loaded),
      // For the screen's error boundary, which offers to try again.
      (error: unknown) =>
        setLoaded(() => {
          throw error
        }),
    )
  }, [Loaded, part])
  return Loaded ? <Loaded {...props} /> : fallback
}
