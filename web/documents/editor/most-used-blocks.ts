const key = 'used-blocks'
const limit = 4

/** Returns the blocks that were inserted most often with the slash menu. The counts are stored per browser. */
export function getMostUsedBlocks(): string[] {
  return [...readCounts()]
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([value]) => value)
}

/** Counts an inserted block. Of blocks with equal counts, the latest comes first. */
export function countUsedBlock(value: string): void {
  const counts = readCounts()
  const count = (counts.get(value) ?? 0) + 1
  counts.delete(value)
  try {
    localStorage.setItem(key, JSON.stringify([[value, count], ...counts]))
  } catch {
    // If the browser offers no storage, the menu shows no most used blocks.
  }
}

function readCounts(): Map<string, number> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Map(Array.isArray(read) ? read.filter(isCount) : [])
  } catch {
    return new Map()
  }
}

function isCount(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
}
