/**
 * Compares two values for sorting. A missing value (null) is always last, also in descending order. `compare` compares
 * two values in ascending order.
 */
export function compareMissingLast<Value>(
  one: Value | null,
  other: Value | null,
  isDescending: boolean,
  compare: (one: Value, other: Value) => number,
): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return isDescending ? compare(other, one) : compare(one, other)
}
