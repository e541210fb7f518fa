import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../locales/i18n.ts'
import type { Loadable } from './loadable.ts'
import { toast } from './toast.ts'

export interface LazyComponentProps<Props extends object> {
  part: Loadable<Props>
  props: Props
  fallback?: ReactNode
  /** Rendered if loading fails. Without it, the screen's error boundary handles the error. */
  failure?: (retry: () => void) => ReactNode
}

/**
 * Renders a component that is loaded on first use. Unlike `React.lazy`, it renders immediately if the component is
 * already loaded. `React.lazy` would first show the fallback, and React hides a fallback only after 300 ms.
 */
export function LazyComponent<Props extends object>({
  part,
  props,
  fallback = null,
  failure,
}: LazyComponentProps<Props>) {
  const [Part, setLoaded] = useState(() => part.component)
  const [hasFailed, setFailed] = useState(false)
  const isOwnMatter = failure !== undefined
  useEffect(() => {
    if (Part || hasFailed) return
    const load = () => {
      part.fetch().then(
        (loaded) => setLoaded(() => loaded),
        (error: unknown) => {
          if (isOwnMatter) return setFailed(true)
          // While offline, the current content stays, and the component is loaded when the network is back.
          if (!navigator.onLine) {
            toast.message(t('ui.offlinePart'), { id: 'offline-part' })
            window.addEventListener('online', load, { once: true })
            return
          }
          // An error that is thrown here reaches the error boundary of the screen, which offers a retry.
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
