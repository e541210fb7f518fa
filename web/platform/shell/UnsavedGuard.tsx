import { useBlocker } from 'react-router'
import { DiscardDialog } from '../ui/DiscardDialog.tsx'
import { hasUnsaved } from '../ui/unsaved.ts'

/** Asks before leaving a screen with unsaved changes (`useUnsaved`). */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
