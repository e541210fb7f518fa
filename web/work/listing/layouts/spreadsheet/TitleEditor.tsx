import { type KeyboardEvent, useRef, useState } from 'react'
import { maxWorkItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'

interface TitleEditorProps {
  hasKey: boolean
  name: string
  /** If not empty, editing starts with this text instead of the name. */
  typed: string
  onSave: (name: string) => void
  onClose: () => void
  onEnter: () => void
}

/**
 * Edits a title in its cell. Enter saves the title and moves the cursor down, leaving the field saves the title,
 * and Escape discards the change.
 */
export function TitleEditor({ hasKey, name, typed, onSave, onClose, onEnter }: TitleEditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(typed || name)
  const isOver = useRef(false)

  function finish(then: () => void) {
    if (isOver.current) return
    isOver.current = true
    const next = draft.replace(/\s+/g, ' ').trim()
    if (workItemNameProblem(next) === null && next !== name) onSave(next)
    then()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (pressedKey(event) === 'Enter') finish(onEnter)
    else if (pressedKey(event) === 'Tab') finish(onClose)
    else if (pressedKey(event) === 'Escape') {
      isOver.current = true
      onClose()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <input
      ref={(field) => {
        if (field === null || document.activeElement === field) return
        field.focus()
        if (!typed) field.select()
      }}
      value={draft}
      maxLength={maxWorkItemNameLength}
      aria-label={t('workItems.title')}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(onClose)}
      className={cx(
        'absolute inset-y-0.5 end-0.5 start-0.5 z-1 select-text bg-sheet px-2 font-medium outline-none coarse:text-[1rem]',
        // This offset keeps the item key visible, and keeps the text at its position when editing starts.
        hasKey ? 'sm:start-27.5' : 'sm:start-5.5',
      )}
    />
  )
}
