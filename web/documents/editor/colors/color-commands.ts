import type { ChainedCommands } from '@tiptap/core'
import type { ColorName } from '#common/platform/colors.ts'

/** The names of the marks that store the color of a text and of its background. */
export const colorMarkNames = { text: 'textColor', background: 'backgroundColor' } as const
export type ColorKind = keyof typeof colorMarkNames

/** Colors the selection and the text that is typed next. Null removes the color. */
export function setColor(chain: ChainedCommands, of: ColorKind, color: ColorName | null): ChainedCommands {
  return color === null ? chain.unsetMark(colorMarkNames[of]) : chain.setMark(colorMarkNames[of], { color })
}

/** Colors the whole block at the caret and the text that is typed next. */
export function setBlockColor(
  chain: ChainedCommands,
  of: ColorKind,
  color: ColorName | null,
): ChainedCommands {
  return chain.command(({ state, tr }) => {
    const { $from } = state.selection
    const type = state.schema.marks[colorMarkNames[of]]
    if (!type || !$from.parent.isTextblock || !$from.parent.type.allowsMarkType(type)) return false
    if (color === null) tr.removeMark($from.start(), $from.end(), type).removeStoredMark(type)
    else {
      const mark = type.create({ color })
      tr.addMark($from.start(), $from.end(), mark).addStoredMark(mark)
    }
    return true
  })
}
