import { useState } from 'react'
import { Button, type ButtonProps } from '../../platform/ui/Button.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { NewViewProps } from './NewView.tsx'

const dialog = loadable(() => import('./NewView.tsx').then(({ NewView }) => NewView))

interface SaveAsNewViewButtonProps extends Omit<NewViewProps, 'onClose'> {
  button: ButtonProps
}

/** Button that opens the dialog for a new view. */
export function SaveAsNewViewButton({ button, ...props }: SaveAsNewViewButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...button}
        aria-haspopup="dialog"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setOpen(true)}
      />
      {open && <LazyComponent part={dialog} props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  )
}
