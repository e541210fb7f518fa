import { preloadCommand } from './Command.tsx'
import { preloadDialog } from './Dialog.tsx'
import { lazyMenuPopup } from './lazy-menu-popup.ts'
import { preloadPicker } from './Picker.tsx'
import { preloadSheet } from './Sheet.tsx'
import { isDataSaverOn } from './use-preload.ts'

/**
 * Preloads components shortly after the start, so that they open without delay. Does nothing if the user
 * wants to save data. Returns a function that cancels the preloading.
 */
export function preloadPopupComponents(): () => void {
  if (isDataSaverOn()) return () => {}
  const timer = setTimeout(() => {
    for (const preload of [lazyMenuPopup.preload, preloadPicker, preloadDialog, preloadSheet, preloadCommand])
      preload()
  }, 1200)
  return () => clearTimeout(timer)
}
