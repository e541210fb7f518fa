import { loadable } from '../../../platform/ui/loadable.ts'

/** The pickers that keys, the bar and menus open, fetched before anybody does. */
export const pickers = loadable(() => import('./ItemPickers.tsx').then(({ ItemPickers }) => ItemPickers))

export const propertyPage = loadable(() =>
  import('./ItemPickers.tsx').then(({ PropertyPage }) => PropertyPage),
)
