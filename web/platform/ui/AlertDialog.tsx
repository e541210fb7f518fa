import type { ReactNode } from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() =>
  import('./AlertDialogPopup.tsx').then(({ AlertDialogPopup }) => AlertDialogPopup),
)

export interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Describes the consequences, and states whether the action can be undone. */
  text: ReactNode
  /** The label of the confirm button: a verb, such as "Delete project", and never "OK". */
  confirmLabel: string
  /** Label of the button that closes the dialog without an action, if "Cancel" would be ambiguous. */
  cancelLabel?: string
  danger?: boolean
  /**
   * Called when the user confirms. If it returns a promise, the confirm button shows a spinner until the
   * promise settles. The dialog closes after success and stays open after a rejection.
   */
  onConfirm: () => unknown
  /** A field to fill in before confirming, such as the name to retype. */
  children?: ReactNode
  confirmDisabled?: boolean
}

/** A dialog that asks for confirmation before an action that cannot be undone. */
export function AlertDialog(props: AlertDialogProps) {
  const { shown, control } = usePopup({
    trigger: undefined,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    preload: popup.preload,
  })
  return shown && <LazyComponent part={popup} props={{ dialog: props, control }} />
}
