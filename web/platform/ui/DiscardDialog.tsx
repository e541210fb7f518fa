import { useTranslation } from '../../locales/i18n.ts'
import { AlertDialog, type AlertDialogProps } from './AlertDialog.tsx'

interface DiscardDialogProps extends Pick<AlertDialogProps, 'open' | 'onOpenChange'> {
  onDiscard: () => unknown
}

/**
 * The dialog that asks for confirmation before unsaved text is discarded. It is shown when a dialog closes or the
 * user leaves a screen.
 */
export function DiscardDialog({ onDiscard, ...rest }: DiscardDialogProps) {
  const { t } = useTranslation()
  return (
    <AlertDialog
      {...rest}
      title={t('ui.unsaved.title')}
      text={t('ui.unsaved.text')}
      cancelLabel={t('ui.unsaved.keep')}
      confirmLabel={t('ui.unsaved.discard')}
      danger
      onConfirm={onDiscard}
    />
  )
}
