import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import type { AlertDialogProps } from './AlertDialog.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { backdropClass, dialogPopupClass, dialogViewportClass } from './dialog-class.ts'
import { pressedKey } from './pressed-key.ts'
import type { PopupControl } from './use-popup.ts'

/** The content of an open AlertDialog, loaded on demand. */
export function AlertDialogPopup({ dialog, control }: { dialog: AlertDialogProps; control: PopupControl }) {
  const { onOpenChange, title, text, confirmLabel, danger, onConfirm, children, confirmDisabled } = dialog
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } finally {
      setBusy(false)
    }
  }

  /** Confirms the dialog with Enter in a field, as in a form, once the confirm button is enabled. */
  function confirmByKey(event: KeyboardEvent) {
    const { repeat, target } = event
    if (pressedKey(event) !== 'Enter' || repeat) return
    if (!(target instanceof HTMLInputElement) || confirmDisabled || busy) return
    // Without this, the same key press would also press the newly focused button.
    event.preventDefault()
    void confirm()
  }

  return (
    <BaseAlertDialog.Root
      open={control.open}
      onOpenChange={control.onOpenChange}
      onOpenChangeComplete={control.onOpenChangeComplete}
    >
      <BaseAlertDialog.Portal>
        {/* The backdrop is above the dialog that opened this one, so that the other dialog is dimmed. */}
        <BaseAlertDialog.Backdrop forceRender className={backdropClass} />
        <BaseAlertDialog.Viewport className={dialogViewportClass}>
          <BaseAlertDialog.Popup
            data-modal="dialog"
            id={control.id}
            className={cx(dialogPopupClass, 'sm:max-w-100')}
            onKeyDown={confirmByKey}
          >
            <div className="px-5 pt-5 pb-5">
              <BaseAlertDialog.Title className="text-lg leading-6 font-strong tracking-[-0.012em]">
                {title}
              </BaseAlertDialog.Title>
              <BaseAlertDialog.Description className="mt-1.5 leading-normal text-soft">
                {text}
              </BaseAlertDialog.Description>
              {children && <div className="mt-4">{children}</div>}
            </div>
            <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
              <BaseAlertDialog.Close
                render={<Button disabled={busy}>{dialog.cancelLabel ?? t('ui.cancel')}</Button>}
              />
              <Button
                variant={danger ? 'danger' : 'primary'}
                loading={busy}
                disabled={confirmDisabled}
                onClick={confirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
