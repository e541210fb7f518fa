/** An emoji as it is written, with its skin and joined ones; null for anything else. */
export function emojiSign(value: unknown): string | null {
  if (typeof value !== 'string' || /^[\d#*]+$/.test(value)) return null
  return /^(\p{Extended_Pictographic}|\p{Emoji_Component}|\u200d|\ufe0f){1,12}$/u.test(value) ? value : null
}

/** What it is called: `wave`, `+1`. */
export function emojiName(value: unknown): string | null {
  return typeof value === 'string' && /^[\w+-]{1,64}$/.test(value) ? value : null
}
