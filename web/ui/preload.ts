import { preloadPicker } from './Picker.tsx'
import { preloadSheet } from './Sheet.tsx'

/** Fetches, once the page rests, the parts that are not needed to show it but to be there at the first press. */
export function preloadParts(): () => void {
  const timer = setTimeout(() => {
    preloadPicker()
    preloadSheet()
  }, 1200)
  return () => clearTimeout(timer)
}
