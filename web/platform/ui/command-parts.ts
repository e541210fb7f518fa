import { createContext, type ReactNode, use } from 'react'

/** cmdk's components, provided by the open palette, so that they are not loaded earlier. */
export type CommandComponents = typeof import('cmdk').Command

export const CommandComponentsContext = createContext<CommandComponents | undefined>(undefined)

export function useCommandComponents(): CommandComponents {
  const parts = use(CommandComponentsContext)
  if (!parts) throw new Error('A row of the palette has to be inside Command')
  return parts
}

/**
 * The function that closes the surrounding palette. It is undefined outside of a palette. Menu items inside a
 * palette are rendered as rows of the palette.
 */
export const CommandCloseContext = createContext<(() => void) | undefined>(undefined)

/** The text that is typed on the first page of the surrounding palette. */
export const CommandQueryContext = createContext('')

export function useIsInsideCommandPalette(): boolean {
  return use(CommandCloseContext) !== undefined
}

/** A page that a row of the palette opens, such as the values of a property. */
export interface CommandPage {
  title: string
  /** True if the page concerns the screen or the user, and not the item that the palette was opened for. */
  isApart?: true
  content: ReactNode
}

/** Opens a page of the surrounding palette. */
export const OpenCommandPageContext = createContext<((page: CommandPage) => void) | undefined>(undefined)

/**
 * The text that is typed on a page of the palette. It is undefined outside of such a page. A Picker inside such
 * a page shows its options as rows of the palette.
 */
export const CommandPageInputContext = createContext<
  { query: string; clear: () => void; close: () => void } | undefined
>(undefined)
