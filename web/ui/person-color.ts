const colors = 12

/**
 * The colour that stands for a person everywhere: avatar, caret, the card they drag. The same id gives the same token on every
 * screen and in both themes.
 */
export function personColor(id: string): string {
  // FNV-1a: ids made in the same millisecond share their first half, so every character has to count.
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return `var(--person-${(((hash ^ (hash >>> 15)) >>> 0) % colors) + 1})`
}
