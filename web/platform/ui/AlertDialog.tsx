import type { ReactNode } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() =>
  import('./AlertDialogPopup.tsx').then(({ AlertDialogPopup }) => AlertDialogPopup),
)

export interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  text: ReactNode
  /** The verb: "Delete project", never "OK". */
  confirmLabel: string
  /** The verb of the other button, for a question in which "Cancel" is unclear. */
  cancelLabel?: string
  danger?: boolean
  /** While its promise is open the button spins; it closes when that resolves and stays when it rejects. */
  onConfirm: () => unknown
  /** A field to fill before confirming, such as the name to retype. */
  children?: ReactNode
  confirmDisabled?: boolean
}

/** Asks before something that Undo cannot bring back. */
export function AlertDialog(props: AlertDialogProps) {
  const { shown, control } = usePopup({
    trigger: undefined,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    preload: popup.preload,
  })
  return shown && <LazyPart part={popup} props={{ dialog: props, control }} />
}
