import type { ChainedCommands } from '@tiptap/core'
import type { ColorName } from '#common/platform/colors.ts'

/** What letters can be coloured by. */
export const colorMarks = { text: 'textColor', background: 'backgroundColor' } as const
export type ColorOf = keyof typeof colorMarks

/** Colours what is selected, and what is typed next; null takes the colour away. */
export function setColor(chain: ChainedCommands, of: ColorOf, color: ColorName | null): ChainedCommands {
  return color === null ? chain.unsetMark(colorMarks[of]) : chain.setMark(colorMarks[of], { color })
}

/** The same for all letters of the block with the caret, and for those to come. */
export function setBlockColor(chain: ChainedCommands, of: ColorOf, color: ColorName | null): ChainedCommands {
  return chain.command(({ state, tr }) => {
    const { $from } = state.selection
    const type = state.schema.marks[colorMarks[of]]
    if (!type || !$from.parent.isTextblock || !$from.parent.type.allowsMarkType(type)) return false
    if (color === null) tr.removeMark($from.start(), $from.end(), type).removeStoredMark(type)
    else {
      const mark = type.create({ color })
      tr.addMark($from.start(), $from.end(), mark).addStoredMark(mark)
    }
    return true
  })
}
