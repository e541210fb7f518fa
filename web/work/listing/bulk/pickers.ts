import { loadable } from '../../../platform/ui/loadable.ts'

/** The property pickers, preloaded before one is opened. */
export const lazyItemPickers = loadable(() =>
  import('./ItemPickers.tsx').then(({ ItemPickers }) => ItemPickers),
)

export const lazyPropertyPickerPage = loadable(() =>
  import('./ItemPickers.tsx').then(({ PropertyPickerPage }) => PropertyPickerPage),
)
