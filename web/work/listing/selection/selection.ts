/** The selected items, and the anchor from which a range is selected. */
export interface ItemSelection {
  ids: ReadonlySet<string>
  anchor: string | null
  /** The selected items outside of the current range. Selecting another range from the anchor replaces the current one. */
  base: ReadonlySet<string>
}

export const emptyItemSelection: ItemSelection = { ids: new Set(), anchor: null, base: new Set() }

export function withToggledItem({ ids }: ItemSelection, id: string): ItemSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, base: next }
}

/**
 * Selects the range from the anchor to an item (inclusive) in display order. If there is no anchor in the list, the
 * range contains only the item.
 */
export function withSelectedRange(
  { anchor, base }: ItemSelection,
  order: readonly string[],
  to: string,
): ItemSelection {
  const [from, until] = anchor === null ? [-1, -1] : nearest(order, anchor, to)
  const range = from < 0 || until < 0 ? [to] : order.slice(Math.min(from, until), Math.max(from, until) + 1)
  return { ids: new Set([...base, ...range]), anchor: from < 0 ? to : anchor, base }
}

export function withAddedItems({ ids, anchor }: ItemSelection, added: readonly string[]): ItemSelection {
  const next = new Set([...ids, ...added])
  return { ids: next, anchor: anchor ?? added[0] ?? null, base: next }
}

/** Removes items from the selection. Returns the same object if none of them was selected. */
export function withoutItems(selection: ItemSelection, isOut: (id: string) => boolean): ItemSelection {
  const { ids, anchor, base } = selection
  if (![...ids].some(isOut)) return selection
  const left = (from: ReadonlySet<string>) => new Set([...from].filter((id) => !isOut(id)))
  return { ids: left(ids), anchor: anchor !== null && isOut(anchor) ? null : anchor, base: left(base) }
}

/**
 * Returns the positions of two items that are closest to each other. An item in two groups has two positions.
 */
function nearest(order: readonly string[], from: string, to: string): [number, number] {
  let best: [number, number] = [-1, -1]
  let seen: [number, number] = [-1, -1]
  order.forEach((id, at) => {
    if (id !== from && id !== to) return
    seen = [id === from ? at : seen[0], id === to ? at : seen[1]]
    const [start, end] = seen
    if (start < 0 || end < 0) return
    if (best[0] < 0 || Math.abs(end - start) < Math.abs(best[1] - best[0])) best = seen
  })
  return best
}
