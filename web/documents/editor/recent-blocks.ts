const key = 'recent-blocks'
const limit = 4

/**
 * Returns the blocks that were last inserted with the slash menu, the latest first. They are stored per
 * browser.
 */
export function getRecentBlocks(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string').slice(0, limit) : []
  } catch {
    return []
  }
}

export function rememberRecentBlock(value: string): void {
  const others = getRecentBlocks().filter((one) => one !== value)
  try {
    localStorage.setItem(key, JSON.stringify([value, ...others].slice(0, limit)))
  } catch {
    // If the browser offers no storage, the menu shows no recent blocks.
  }
}
