import { useTranslation } from '../../locales/i18n.ts'
import { AlertDialog, type AlertDialogProps } from './AlertDialog.tsx'

interface DiscardDialogProps extends Pick<AlertDialogProps, 'open' | 'onOpenChange'> {
  onDiscard: () => unknown
  /** The text of the question. By default, it says that all changes are lost. */
  text?: string | undefined
}

/**
 * The dialog that asks for confirmation before unsaved text is discarded. It is shown when a dialog closes or the
 * user leaves a screen.
 */
export function DiscardDialog({ onDiscard, text, ...rest }: DiscardDialogProps) {
  const { t } = useTranslation()
  return (
    <AlertDialog
      {...rest}
      title={t('ui.unsaved.title')}
      text={text ?? t('ui.unsaved.text')}
      cancelLabel={t('ui.unsaved.keep')}
      confirmLabel={t('ui.unsaved.discard')}
      danger
      onConfirm={onDiscard}
    />
  )
}
