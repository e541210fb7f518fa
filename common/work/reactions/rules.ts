import { storedEmojiPattern } from '../../platform/logo.ts'
import { itemAcceptsChanges } from '../work-items/rules.ts'

/**
 * Reactions that are offered first, as in Plane. A reaction is stored as the decimal code points of an emoji,
 * joined by hyphens.
 */
export const defaultReactionCodes = [
  '128077',
  '128078',
  '128516',
  '128165',
  '128533',
  '129505',
  '9992',
  '128064',
]

/** Maximum number of reactions of one user to one item or comment. */
export const reactionsLimit = 50

/** Variation selector 16, which shows the character before it as a colored emoji instead of text. */
const inColors = 0xfe0f

/** Normalizes a reaction code. Returns null if the text is not the code of an emoji. */
export function normalizeReactionCode(sent: string): string | null {
  if (sent === '' || sent.length > 100 || !storedEmojiPattern.test(sent)) return null
  const points = sent.split('-').map(Number)
  if (points.length === 2 && points[1] === inColors) points.pop()
  const code = points.join('-')
  if (points.some((point) => point > 0x10ffff)) return null
  return anEmoji.test(reactionCodeToEmoji(code)) ? code : null
}

export function emojiToReactionCode(emoji: string): string | null {
  return normalizeReactionCode([...emoji].map((character) => character.codePointAt(0)).join('-'))
}

/** Converts a reaction code to the emoji that the client displays. */
export function reactionCodeToEmoji(code: string): string {
  const points = code.split('-').map(Number)
  const emoji = String.fromCodePoint(...points)
  return points.length === 1 && !drawnInColours.test(emoji) ? emoji + String.fromCodePoint(inColors) : emoji
}

const anEmoji = /^\p{RGI_Emoji}$/v
const drawnInColours = /^\p{Emoji_Presentation}$/v

/**
 * Returns whether users can react to an item and its comments. Everyone who can see an item may, unless it is
 * archived.
 */
export function canReact(item: { archived_at: unknown }): boolean {
  return itemAcceptsChanges(item)
}
