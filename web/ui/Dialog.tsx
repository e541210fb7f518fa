import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { cx } from './cx.ts'
import { backdropClass, dialogPopupClass, dialogViewportClass } from './dialog-class.ts'
import { IconButton } from './IconButton.tsx'

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons at the end: cancel first, then the one that does it. */
  footer?: ReactNode
  /** Given, body and footer are one form, so Enter and a submit button both arrive here. */
  onSubmit?: () => void
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  size?: 'sm' | 'md' | 'lg'
  /** What gets focus first, when that is not the first field. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A question or form that has to be answered before going on. It is above everything and keeps focus until it closes. */
export function Dialog({
  title,
  description,
  children,
  footer,
  onSubmit,
  trigger,
  open,
  onOpenChange,
  size = 'md',
  initialFocus,
}: DialogProps) {
  const { t } = useTranslation()
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
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Viewport className={dialogViewportClass}>
          <BaseDialog.Popup
            data-modal
            initialFocus={initialFocus}
            className={cx(dialogPopupClass, widths[size])}
          >
            <header className="px-5 pt-4 pr-13 pb-3">
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
              >
                {body}
              </form>
            ) : (
              body
            )}
            {/* Last, so that the first field gets focus. */}
            <BaseDialog.Close
              render={
                <IconButton
                  label={t('ui.close')}
                  icon={<X />}
                  keys="escape"
                  className="absolute! top-4 right-3.5"
                />
              }
            />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

const widths = { sm: 'sm:max-w-100', md: 'sm:max-w-136', lg: 'sm:max-w-180' }
