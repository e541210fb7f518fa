/**
 * Converts toggles of other programs: toggles in a separate list, as in Notion, and toggles whose summary
 * contains a block.
 */
export function normalizeToggles(root: Element): void {
  for (const block of root.querySelectorAll('summary :is(p, div, h1, h2, h3, h4, h5, h6)'))
    block.replaceWith(...block.childNodes)
  for (const list of root.querySelectorAll('ul:has(> li > details)')) {
    const points = [...list.children]
    if (points.every(isToggle)) list.replaceWith(...points.flatMap((point) => [...point.childNodes]))
  }
}

/** Returns true if the item contains only toggles. An item with other content remains a list item. */
function isToggle(point: Element): boolean {
  return [...point.childNodes].every(
    (node) => node.nodeName.toLowerCase() === 'details' || (node.nodeType === 3 && !node.textContent?.trim()),
  )
}
