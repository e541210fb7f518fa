import type { Node } from '@tiptap/pm/model'
import { dateOfNode } from './date.ts'
import { embedUrlOfNode } from './embed-node.ts'
import { emojiOfNode } from './emoji-node.ts'
import { fileOfNode } from './file-node.ts'
import { texOfNode } from './formula-nodes.ts'
import { mentionedIdOfNode } from './mention.ts'
import { pictureOfNode } from './picture-node.ts'

/** Returns a node without text, such as a mention or a date, as plain text. */
export function leafText(leaf: Node, nameOf: (mentionedId: string) => string = (id) => id): string {
  const mentioned = mentionedIdOfNode(leaf)
  if (mentioned !== null) return `@${nameOf(mentioned)}`
  const picture = pictureOfNode(leaf)
  if (picture !== null) return [picture.caption, picture.alt].filter((words) => words !== null).join('\n')
  const emoji = emojiOfNode(leaf)
  if (emoji !== null) return emoji
  const written =
    texOfNode(leaf) ?? dateOfNode(leaf) ?? embedUrlOfNode(leaf) ?? fileOfNode(leaf)?.name ?? null
  if (written !== null) return written
  return leaf.type.name === 'hardBreak' ? '\n' : ''
}
