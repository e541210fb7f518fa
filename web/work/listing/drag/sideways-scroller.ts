/**
 * Returns the element of a layout that scrolls sideways. A board without lanes marks it with `data-sideways`. In other
 * layouts it is the element that scrolls in both directions.
 */
export function sidewaysScrollerIn(layout: HTMLElement): HTMLElement | null {
  return layout.querySelector<HTMLElement>('[data-sideways], [data-scroller]')
}
