/** Toggles of other programs: in a list of their own, as Notion has them, or with a line that is a block. */
export function tidyToggles(root: Element): void {
  for (const block of root.querySelectorAll('summary :is(p, div, h1, h2, h3, h4, h5, h6)'))
    block.replaceWith(...block.childNodes)
  for (const list of root.querySelectorAll('ul:has(> li > details)')) {
    const points = [...list.children]
    if (points.every(isToggle)) list.replaceWith(...points.flatMap((point) => [...point.childNodes]))
  }
}

/** A point with more beside it is a point, in which a toggle stands. */
function isToggle(point: Element): boolean {
  return [...point.childNodes].every(
    (node) => node.nodeName.toLowerCase() === 'details' || (node.nodeType === 3 && !node.textContent?.trim()),
  )
}
