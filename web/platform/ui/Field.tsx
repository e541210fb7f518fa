import { Field as BaseField } from '@base-ui/react/field'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'

export interface FieldProps {
  label: ReactNode
  /** Hides the label visually. Screen readers still read it. */
  hideLabel?: boolean
  hint?: ReactNode
  /** Explains the error and how to fix it. The control is marked as invalid and refers to this text. */
  error?: ReactNode
  optional?: boolean
  name?: string
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** Connects a control (Input, Textarea, Select, PasswordInput…) with its label, hint and error. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  optional,
  name,
  disabled,
  className,
  children,
}: FieldProps) {
  const { t } = useTranslation()
  return (
    <BaseField.Root
      name={name}
      disabled={disabled}
      invalid={Boolean(error)}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <BaseField.Label
        className={cx('flex items-baseline gap-1.5 text-sm font-medium text-soft', hideLabel && 'sr-only')}
      >
        {label}
        {optional && <span className="font-normal text-faint">{t('ui.optional')}</span>}
      </BaseField.Label>
      {children}
      {error ? (
        <BaseField.Error match className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-3.5" aria-hidden />
          {error}
        </BaseField.Error>
      ) : (
        hint && <BaseField.Description className="text-sm text-faint">{hint}</BaseField.Description>
      )}
    </BaseField.Root>
  )
}
