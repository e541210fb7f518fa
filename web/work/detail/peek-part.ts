import { loadable } from '../../platform/ui/loadable.ts'
import { whenIdle } from '../../platform/ui/use-preload.ts'

/** The peek, for the screens that show lists; fetched beside them, and what it shows once there is nothing else to do. */
export const peek = loadable(() =>
  import('./Peek.tsx').then(({ Peek, preloadItem }) => {
    whenIdle(preloadItem)
    return Peek
  }),
)
