import { loadable } from '../../../platform/ui/loadable.ts'

/** The menu items of an item, preloaded before a menu is opened. */
export const lazyItemActions = loadable(() =>
  import('./ItemActions.tsx').then(({ ItemActions }) => ItemActions),
)
