/** What a size in the usual type is in the type that this browser is set to: virtual rows and time axes count in pixels. */
export function inPixels(size: number): number {
  return size * scale
}

const usual = 16
/** Read once: whoever sets another size of type sees it everywhere after a reload. */
const scale =
  typeof document === 'undefined'
    ? 1
    : (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usual) / usual
