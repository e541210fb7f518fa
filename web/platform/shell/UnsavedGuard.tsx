import { useBlocker } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { hasUnsaved } from '../ui/unsaved.ts'

/** Asks before another screen takes the place of one with unsaved changes (`useUnsaved`). */
export function UnsavedGuard() {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title={t('shell.unsavedTitle')}
      text={t('shell.unsavedText')}
      confirmLabel={t('shell.discardChanges')}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
