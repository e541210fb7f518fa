import { emojiValue } from '../../platform/logo.ts'
import { takesChanges } from '../work-items/rules.ts'

/** A reaction is an emoji by its code points in decimal, joined by hyphens; these are offered first, as in the reference product. */
export const reactionPalette = ['128077', '128078', '128516', '128165', '128533', '129505', '9992', '128064']

/** Of one person to one thing. */
export const reactionsLimit = 50

/** Asks for a picture in colours of a character that may be drawn as a letter, too. */
const inColours = 0xfe0f

/** The one code of an emoji, however it was written; null for what is none. */
export function reactionCode(sent: string): string | null {
  if (sent === '' || sent.length > 100 || !emojiValue.test(sent)) return null
  const points = sent.split('-').map(Number)
  if (points.length === 2 && points[1] === inColours) points.pop()
  const code = points.join('-')
  if (points.some((point) => point > 0x10ffff)) return null
  return anEmoji.test(emojiOfReaction(code)) ? code : null
}

export function reactionOf(emoji: string): string | null {
  return reactionCode([...emoji].map((character) => character.codePointAt(0)).join('-'))
}

/** As it is shown. */
export function emojiOfReaction(code: string): string {
  const points = code.split('-').map(Number)
  const emoji = String.fromCodePoint(...points)
  return points.length === 1 && !drawnInColours.test(emoji) ? emoji + String.fromCodePoint(inColours) : emoji
}

const anEmoji = /^\p{RGI_Emoji}$/v
const drawnInColours = /^\p{Emoji_Presentation}$/v

/** Whoever sees an item may react to it and to what is said of it, unless it is in the archive. */
export function canReact(item: { archived_at: unknown }): boolean {
  return takesChanges(item)
}
