import { createContext, use } from 'react'

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
