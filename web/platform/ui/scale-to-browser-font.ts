/** Converts a size at the default font size to the browser's font size, for virtual rows and time axes. */
export function scaleToBrowserFont(size: number): number {
  return size * scale
}

const usual = 16
/** The scale is read once, so a changed font size applies after a reload. */
const scale =
  typeof document === 'undefined'
    ? 1
    : (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usual) / usual
