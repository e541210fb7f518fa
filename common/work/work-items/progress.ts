export interface DoneAndTotal {
  done: number
  total: number
}

/** Returns how much work is completed. Cancelled work is neither done nor part of the total. */
export function countProgress(counts: { total: number; completed: number; cancelled: number }): DoneAndTotal {
  return { done: counts.completed, total: counts.total - counts.cancelled }
}

/** Returns the share of completed work, from 0 to 1. */
export function doneShare({ done, total }: DoneAndTotal): number {
  return total <= 0 ? 0 : done / total
}
