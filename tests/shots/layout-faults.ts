/**
 * Finds texts that do not fit their box or the screen, as the longer texts of other languages may. Runs in the
 * page, so it uses nothing outside of its body. Names that users wrote are cut off on purpose.
 */
export function findCutTexts(): string[] {
  const ownText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => ownText(element) && element.clientWidth > 4 && element.checkVisibility())
    .flatMap((element) => {
      const text = element.textContent?.replace(/\s+/g, ' ').trim().slice(0, 80)
      const { left, right } = element.getBoundingClientRect()
      const isCut = element.scrollWidth > element.clientWidth + 1
      const crosses = right > innerWidth + 1 && left < innerWidth
      return [...(isCut ? [`cut off: ${text}`] : []), ...(crosses ? [`crosses the edge: ${text}`] : [])]
    })
}

/** Finds buttons, links and fields that overlap, except those inside each other. Runs in the page. */
export function findOverlaps(): string[] {
  const controls = [...document.querySelectorAll('button, a[href], input, [role=tab]')]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3
  return controls.flatMap(({ element, box }, index) =>
    controls
      .slice(index + 1)
      .filter((other) => other.element.parentElement === element.parentElement && overlap(box, other.box))
      .map((other) => `overlap: ${element.textContent} and ${other.element.textContent}`),
  )
}
