/**
 * Finds texts that are cut off, or that cross the right edge of the screen. Such faults occur in languages whose
 * texts are longer than the English texts. The result also contains names that users entered, although the client
 * cuts off long names on purpose. The function runs in the browser, so it can use nothing outside of its body.
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

/** Finds buttons, links and fields that overlap, except those inside each other. The function runs in the browser. */
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
