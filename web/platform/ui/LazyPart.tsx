import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../locales/i18n.ts'
import type { Loadable } from './loadable.ts'
import { toast } from './toast.ts'

export interface LazyPartProps<Props extends object> {
  part: Loadable<Props>
  props: Props
  fallback?: ReactNode
  /** In place of a part that did not come; without it that is a matter of the whole screen. */
  failure?: (retry: () => void) => ReactNode
}

/**
 * Shows a part that is fetched when first shown. Unlike React's lazy it shows at once when the part is already here: Suspense
 * would hold the first showing back for 300 ms after its fallback.
 */
export function LazyPart<Props extends object>({
  part,
  props,
  fallback = null,
  failure,
}: LazyPartProps<Props>) {
  const [Part, setLoaded] = useState(() => part.here)
  const [hasFailed, setFailed] = useState(false)
  const isOwnMatter = failure !== undefined
  useEffect(() => {
    if (Part || hasFailed) return
    const load = () => {
      part.fetch().then(
        (loaded) => setLoaded(() => loaded),
        (error: unknown) => {
          if (isOwnMatter) return setFailed(true)
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
  }, [Part, part, hasFailed, isOwnMatter])
  if (hasFailed && failure) return failure(() => setFailed(false))
  return Part ? <Part {...props} /> : fallback
}
