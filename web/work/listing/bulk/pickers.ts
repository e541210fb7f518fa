import { loadable } from '../../../platform/ui/loadable.ts'

/** The property pickers, preloaded before one is opened. */
export const lazyActivePropertyPicker = loadable(() =>
  import('./ActivePropertyPicker.tsx').then(({ ActivePropertyPicker }) => ActivePropertyPicker),
)

export const lazyPropertyPickerPage = loadable(() =>
  import('./ActivePropertyPicker.tsx').then(({ PropertyPickerPage }) => PropertyPickerPage),
)
