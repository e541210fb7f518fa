/** Returns the items between which the item `moved` is inserted before the item `before`. */
export function neighborsAt(
  ids: readonly string[],
  before: string | null,
  moved: string,
): [above: string | null, below: string | null] {
  const at = positionBefore(ids, before)
  const isOther = (id: string) => id !== moved
  return [ids.slice(0, at).findLast(isOther) ?? null, ids.slice(at).find(isOther) ?? null]
}

/**
 * Returns the index at which an item is inserted before the item `before`. If `before` is null, or if somebody else has
 * moved it out of the cell, the item is inserted at the end.
 */
export function positionBefore(ids: readonly string[], before: string | null): number {
  const at = before === null ? -1 : ids.indexOf(before)
  return at < 0 ? ids.length : at
}
