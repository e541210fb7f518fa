import type { ReactNode } from 'react'
import type { CommandPage } from './command-parts.ts'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./CommandWindow.tsx').then(({ CommandWindow }) => CommandWindow))

/** Fetches the palette before anybody opens it. */
export const preloadCommand = popup.preload

export interface CommandProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The palette's name for screen readers. */
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  /** What the commands act on, as a chip before the text: `ATL-108`. */
  context?: ReactNode
  /** Backspace in an empty field: leave the context. */
  onBack?: () => void
  /** What is shown instead of the children; `null` for the first page. */
  page?: CommandPage | null
  onPageChange?: (page: CommandPage | null) => void
  loading?: boolean
  emptyText?: ReactNode
  /** False when the rows are already the answer to the query. */
  filter?: boolean
  /** CommandGroup and CommandItem. */
  children: ReactNode
}

/** The palette's shell: a field, and under it whatever can be done or found. */
export function Command(props: CommandProps) {
  const { shown, control } = usePopup({
    trigger: undefined,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    preload: popup.preload,
  })
  return shown && <LazyPart part={popup} props={{ command: props, control }} />
}
