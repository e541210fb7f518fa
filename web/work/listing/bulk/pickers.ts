import { loadable } from '../../../platform/ui/loadable.ts'

/** The property pickers, preloaded before one is opened. */
export const pickers = loadable(() => import('./ItemPickers.tsx').then(({ ItemPickers }) => ItemPickers))

export const propertyPage = loadable(() =>
  import('./ItemPickers.tsx').then(({ PropertyPage }) => PropertyPage),
)
