import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { pressedKey } from './pressed-key.ts'

interface TitleInputProps extends Omit<ComponentProps<'textarea'>, 'rows' | 'onKeyDown' | 'onChange'> {
  onChange: (text: string) => void
}

/**
 * A text field without a border for the title in a form. Long titles wrap. Enter submits the form, because a
 * title is one line of text.
 */
export function TitleInput({ className, onChange, ...rest }: TitleInputProps) {
  return (
    <Field.Control
      render={
        <textarea
          dir="auto"
          {...rest}
          rows={1}
          onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={(event) => {
            // Dialogs themselves submit their form after Ctrl or ⌘ with Enter.
            if (pressedKey(event) !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          className={cx(
            'field-sizing-content w-full resize-none bg-transparent text-xl leading-snug font-strong text-text outline-none placeholder:text-faint focus-visible:outline-none aria-invalid:placeholder:text-danger',
            className,
          )}
        />
      }
    />
  )
}
