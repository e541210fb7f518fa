import { useBlocker } from 'react-router'
import { DiscardDialog } from '../ui/DiscardDialog.tsx'
import { hasUnsavedForms } from '../ui/unsaved.ts'

/** Shows a confirmation dialog when the user leaves a screen with unsaved changes (`useWarnIfUnsaved`). */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedForms() && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
