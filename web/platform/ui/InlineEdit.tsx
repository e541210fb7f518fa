import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { pressedKey } from './pressed-key.ts'
import { useWarnIfUnsaved } from './unsaved.ts'

export interface InlineEditProps {
  value: string
  /**
   * Called with the new text, without spaces at its ends. It is not called if the text has not changed, or if
   * it is empty and `canBeEmpty` is not set.
   */
  onSave: (value: string) => void
  /** The accessible name, such as "Title". */
  label: string
  disabled?: boolean
  maxLength?: number
  /** Classes for the font size and weight while reading and editing, such as `text-xl font-strong`. */
  className?: string
  placeholder?: string
  /** If true, long text wraps, as in titles. Enter still saves the text. */
  multiline?: boolean
  /** True if the user may clear the text. An empty value is then saved. */
  canBeEmpty?: boolean
}

/**
 * Text that is edited in place. A click or Enter starts editing, Enter or leaving the field saves, and Escape
 * reverts.
 */
export function InlineEdit({
  value,
  onSave,
  label,
  disabled,
  maxLength,
  className,
  placeholder,
  multiline,
  canBeEmpty = false,
}: InlineEditProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const cancelled = useRef(false)
  // Leaving the field saves the text, but closing the tab or navigating back does not trigger a blur event.
  useWarnIfUnsaved(draft !== null && draft !== value)
  const endedByKey = useRef(false)
  // Uses a layout effect, so that the button has the focus before the next key press.
  useLayoutEffect(() => {
    if (draft !== null || !endedByKey.current) return
    endedByKey.current = false
    button.current?.focus()
  }, [draft])

  function finish() {
    const next = draft?.replace(/\s+/g, ' ').trim() ?? ''
    if (!cancelled.current && (next || canBeEmpty) && next !== value) onSave(next)
    cancelled.current = false
    setDraft(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancelled.current = pressedKey(event) === 'Escape'
    endedByKey.current = true
    event.currentTarget.blur()
  }

  const shape = cx('w-[calc(100%+0.75rem)] min-w-0 rounded-sm px-1.5 py-0.5 text-start -mx-1.5', className)
  const reading = cx(shape, multiline ? 'wrap-anywhere' : 'truncate', !value && 'text-faint')
  if (disabled)
    return (
      <span dir="auto" className={cx('block', reading)}>
        {value || placeholder}
      </span>
    )
  if (draft === null) {
    return (
      <button
        ref={button}
        dir="auto"
        type="button"
        aria-label={t('ui.edit', { name: `${label}: ${value || placeholder}` })}
        onClick={() => setDraft(value)}
        className={cx(reading, 'cursor-text transition-colors hover:bg-hover')}
      >
        {value || placeholder}
      </button>
    )
  }
  return (
    <textarea
      dir="auto"
      rows={1}
      aria-label={label}
      value={draft}
      maxLength={maxLength}
      placeholder={placeholder}
      // The click that starts editing must also place the caret in the text.
      ref={(field) => {
        if (field && document.activeElement !== field) {
          field.focus()
          field.select()
        }
      }}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={finish}
      className={cx(
        shape,
        'field-sizing-content resize-none bg-field outline-1 outline-focus focus-visible:outline-1 focus-visible:outline-offset-0',
        !multiline && 'overflow-hidden whitespace-nowrap',
      )}
    />
  )
}
