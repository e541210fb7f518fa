import { preloadCommand } from './Command.tsx'
import { preloadDialog } from './Dialog.tsx'
import { menuPopup } from './load-menu-popup.ts'
import { preloadPicker } from './Picker.tsx'
import { preloadSheet } from './Sheet.tsx'
import { savesData } from './use-preload.ts'

/** Fetches, once the page rests, the parts that are not needed to show it but to be there at the first press. */
export function preloadParts(): () => void {
  if (savesData()) return () => {}
  const timer = setTimeout(() => {
    for (const preload of [menuPopup.preload, preloadPicker, preloadDialog, preloadSheet, preloadCommand])
      preload()
  }, 1200)
  return () => clearTimeout(timer)
}
