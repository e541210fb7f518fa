import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer' | 'stays'> {
  /** Label of the submit button. */
  submit: string
  danger?: boolean
  disabled?: boolean
  loading?: boolean
  /** Content in the footer, before the Cancel button. */
  aside?: ReactNode
  submitRef?: RefObject<HTMLButtonElement | null>
  cancelVariant?: 'line' | 'ghost'
  onSubmit: () => void
  onClose: () => void
}

/** An open dialog with a form, Cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { submit, danger, disabled, loading, submitRef, cancelVariant, aside, onClose, ...dialog } = props
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {aside}
          <Button variant={cancelVariant} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            ref={submitRef}
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            loading={loading}
          >
            {submit}
          </Button>
        </>
      }
      {...dialog}
    />
  )
}
