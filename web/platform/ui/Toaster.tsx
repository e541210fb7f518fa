import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'

const layer = loadable(() => import('./SonnerToaster.tsx').then(({ SonnerToaster }) => SonnerToaster))

/** Where toasts appear; once for the page, inside UiProvider. */
export function Toaster() {
  return <LazyPart part={layer} props={{}} />
}
