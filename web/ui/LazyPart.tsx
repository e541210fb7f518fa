import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../locales/i18n.ts'
import type { Loadable } from './loadable.ts'
import { toast } from './toast.ts'

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
    const load = () => {
      part.fetch().then(
        (loaded) => setLoaded(() => loaded),
        (error: unknown) => {
          // What is on the screen stays there; the part comes when the network does.
          if (!navigator.onLine) {
            toast.message(t('ui.offlinePart'), { id: 'offline-part' })
            window.addEventListener('online', load, { once: true })
            return
          }
          // For the screen's error boundary, which offers to try again.
          setLoaded(() => {
            throw error
          })
        },
      )
    }
    load()
    return () => window.removeEventListener('online', load)
  }, [Loaded, part])
  return Loaded ? <Loaded {...props} /> : fallback
}
