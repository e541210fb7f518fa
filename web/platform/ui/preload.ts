import { preloadCommand } from './Command.tsx'
import { preloadDialog } from './Dialog.tsx'
import { lazyMenuPopup } from './lazy-menu-popup.ts'
import { preloadPicker } from './Picker.tsx'
import { preloadSheet } from './Sheet.tsx'
import { isDataSaverOn } from './use-preload.ts'

/** Preloads components when the page is idle, so that they open without delay. */
export function preloadPopupComponents(): () => void {
  if (isDataSaverOn()) return () => {}
  const timer = setTimeout(() => {
    for (const preload of [lazyMenuPopup.preload, preloadPicker, preloadDialog, preloadSheet, preloadCommand])
      preload()
  }, 1200)
  return () => clearTimeout(timer)
}
