import { loadable } from '../../platform/ui/loadable.ts'
import { whenIdle } from '../../platform/ui/use-preload.ts'

/**
 * The side panel, loaded by screens that show lists. The code of its content is preloaded when the browser is
 * idle.
 */
export const lazyPeekPanel = loadable(() =>
  import('./Peek.tsx').then(({ Peek, preloadItemDetail }) => {
    whenIdle(preloadItemDetail)
    return Peek
  }),
)
