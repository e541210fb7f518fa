import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input-class.ts'

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'rows'> {
  className?: string
  /** Minimum number of lines. The field grows up to `maxRows`, then scrolls. */
  rows?: number
  maxRows?: number
  invalid?: boolean
}

export function Textarea({ rows = 2, maxRows = 12, invalid, className, style, ...rest }: TextareaProps) {
  return (
    <Field.Control
      aria-invalid={invalid || undefined}
      render={
        <textarea
          dir="auto"
          {...rest}
          style={{ minHeight: `calc(${rows}lh + 14px)`, maxHeight: `calc(${maxRows}lh + 14px)`, ...style }}
          className={cx(
            inputClass,
            'scroll-quiet field-sizing-content resize-none py-1.5 leading-normal',
            className,
          )}
        />
      }
    />
  )
}
