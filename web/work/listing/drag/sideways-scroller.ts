/**
 * Returns the element of a layout that scrolls sideways. In a board without lanes, this element has the attribute
 * `data-sideways`. In other layouts, it is the element with `data-scroller`, which scrolls in both directions.
 */
export function sidewaysScrollerIn(layout: HTMLElement): HTMLElement | null {
  return layout.querySelector<HTMLElement>('[data-sideways], [data-scroller]')
}
