import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import type { DialogProps } from './Dialog.tsx'
import { backdropClass, dialogPopupClass, dialogViewportClass } from './dialog-class.ts'
import { IconButton } from './IconButton.tsx'
import { pressedKey } from './pressed-key.ts'
import { isTouchDevice } from './use-media-query.ts'
import type { PopupControl } from './use-popup.ts'
import { useUnsavedTextGuard } from './use-unsaved-text-guard.tsx'

/** The content of an open Dialog, loaded on demand. */
export function DialogPopup({ dialog, control }: { dialog: DialogProps; control: PopupControl }) {
  const { title, description, children, footer, onSubmit, size = 'md', stays, initialFocus } = dialog
  const guard = useUnsavedTextGuard(control, dialog.keepsText ?? false, dialog.lossText)
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  const body = (
    <>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
      {footer && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
          {footer}
        </div>
      )}
    </>
  )
  return (
    <BaseDialog.Root
      open={control.open}
      disablePointerDismissal={stays}
      onOpenChange={(open, details) => {
        const isRefused =
          (stays && details.reason === 'escape-key') || (!open && guard.keepsOpen(details.reason))
        if (isRefused) details.cancel()
        else control.onOpenChange(open, details)
      }}
      onOpenChangeComplete={control.onOpenChangeComplete}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={backdropClass} />
        <BaseDialog.Viewport className={cx(dialogViewportClass, size === 'full' && 'sm:pt-6!')}>
          <BaseDialog.Popup
            data-modal="dialog"
            id={control.id}
            ref={popup}
            initialFocus={initialFocus ?? (isTouchDevice() ? popup : undefined)}
            finalFocus={control.finalFocus}
            className={cx(dialogPopupClass, widths[size])}
            {...guard.handlers}
          >
            <header className={cx('px-5 pt-4 pb-3', dialog.headerAction ? 'pe-22' : 'pe-13')}>
              <BaseDialog.Title className="text-lg leading-7 font-strong tracking-[-0.012em]">
                {title}
              </BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="mt-0.5 text-soft">{description}</BaseDialog.Description>
              )}
            </header>
            {onSubmit ? (
              <form
                noValidate
                className="flex min-h-0 flex-1 flex-col"
                onSubmit={(event) => {
                  event.preventDefault()
                  onSubmit()
                }}
                onKeyDown={sendByKeys}
              >
                {body}
              </form>
            ) : (
              body
            )}
            {dialog.headerAction && <div className="absolute end-12 top-4">{dialog.headerAction}</div>}
            {/* The close button is last in the DOM, so that the first field gets the initial focus. */}
            <BaseDialog.Close
              render={
                <IconButton
                  label={t('ui.close')}
                  icon={<X />}
                  keys={stays ? undefined : 'escape'}
                  className="absolute! top-4 end-3.5"
                />
              }
            />
            {guard.question}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/**
 * Submits the form when Ctrl or ⌘ is pressed with Enter in any field, because Enter alone inserts a line
 * break in a textarea.
 */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const { ctrlKey, metaKey, repeat, currentTarget, target } = event
  if (pressedKey(event) !== 'Enter' || !(ctrlKey || metaKey) || repeat) return
  // Events of pickers that the form opened bubble through React but belong to the picker.
  if (!(target instanceof Node && currentTarget.contains(target))) return
  event.preventDefault()
  currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

const widths = {
  sm: 'sm:max-w-100',
  md: 'sm:max-w-136',
  lg: 'sm:max-w-180',
  xl: 'sm:max-w-250',
  full: 'h-[calc(100dvh-24px)] sm:h-full sm:max-w-none',
}
