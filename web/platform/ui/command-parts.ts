import { createContext, type ReactNode, use } from 'react'

/** cmdk's parts, which come with the open palette, so that a page does not load them before. */
export type CommandParts = typeof import('cmdk').Command

export const CommandPartsContext = createContext<CommandParts | undefined>(undefined)

export function useCommandParts(): CommandParts {
  const parts = use(CommandPartsContext)
  if (!parts) throw new Error('A row of the palette has to be inside Command')
  return parts
}

/** Closes the palette around; undefined outside of one. Rows of a menu that are shown in it are rows of the palette. */
export const CommandCloseContext = createContext<(() => void) | undefined>(undefined)

export function useIsInCommand(): boolean {
  return use(CommandCloseContext) !== undefined
}

/** What a row of the palette opens in its place: the values of a property. */
export interface CommandPage {
  title: string
  /** It is not about what the palette is about: no item's, but the screen's or the person's. */
  isApart?: true
  content: ReactNode
}

/** Opens a page of the palette around. */
export const CommandTurnContext = createContext<((page: CommandPage) => void) | undefined>(undefined)

/** The text that is typed on a page of the palette; undefined outside of one. A Picker inside shows its rows as rows of the page. */
export const CommandPageContext = createContext<
  { query: string; clear: () => void; close: () => void } | undefined
>(undefined)
