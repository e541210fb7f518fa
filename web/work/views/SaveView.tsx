import { useState } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { LazyPart } from '../../platform/ui/LazyPart.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { NewViewProps } from './NewView.tsx'

const dialog = loadable(() => import('./NewView.tsx').then(({ NewView }) => NewView))

interface SaveViewProps extends Omit<NewViewProps, 'onClose'> {
  label: string
}

/** Asks for a name, and saves what is on the screen under it. */
export function SaveView({ label, ...props }: SaveViewProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-haspopup="dialog"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && <LazyPart part={dialog} props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  )
}
