import type { ReactNode } from 'react'
import type { CommandPage } from './command-parts.ts'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./CommandPopup.tsx').then(({ CommandPopup }) => CommandPopup))

/** Loads the palette in advance. */
export const preloadCommand = popup.preload

export interface CommandProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name of the palette. */
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  /** The item that the commands apply to, such as `ATL-108`. It is shown as a chip before the input. */
  context?: ReactNode
  /** Called on Backspace in an empty input, to remove the chip of `context`. */
  onBack?: () => void
  /** A page shown instead of the children; `null` for the first page. */
  page?: CommandPage | null
  onPageChange?: (page: CommandPage | null) => void
  loading?: boolean
  emptyText?: ReactNode
  /** Set to false if the caller already filters the rows by the query. */
  filter?: boolean
  /** The rows of the palette: CommandGroup and CommandItem. */
  children: ReactNode
}

/** The command palette: an input with a list of actions and search results. */
export function Command(props: CommandProps) {
  const { shown, control } = usePopup({
    trigger: undefined,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    preload: popup.preload,
  })
  return shown && <LazyComponent part={popup} props={{ command: props, control }} />
}
