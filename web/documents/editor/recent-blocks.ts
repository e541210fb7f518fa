const key = 'recent-blocks'
const kept = 4

/** The blocks that were made last by the menu in this browser, the last first; they go with the browser, as the hand that makes them. */
export function recentBlocks(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}

export function noteBlock(value: string): void {
  const others = recentBlocks().filter((one) => one !== value)
  try {
    localStorage.setItem(key, JSON.stringify([value, ...others].slice(0, kept)))
  } catch {
    // A browser that keeps nothing offers none.
  }
}
