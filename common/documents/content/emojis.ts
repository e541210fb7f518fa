/**
 * Returns the value if it is a single emoji, otherwise null. The emoji may have a skin tone or consist of
 * joined emojis.
 */
export function parseEmoji(value: unknown): string | null {
  if (typeof value !== 'string' || /^[\d#*]+$/.test(value)) return null
  return /^(\p{Extended_Pictographic}|\p{Emoji_Component}|\u200d|\ufe0f){1,12}$/u.test(value) ? value : null
}

/** Returns the value if it is a short name such as `wave` or `+1`, otherwise null. */
export function parseEmojiName(value: unknown): string | null {
  return typeof value === 'string' && /^[\w+-]{1,64}$/.test(value) ? value : null
}
