import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'

const layer = loadable(() => import('./SonnerToaster.tsx').then(({ SonnerToaster }) => SonnerToaster))

/** Container of toasts. Render it once, inside UiProvider. */
export function Toaster() {
  return <LazyComponent part={layer} props={{}} />
}
