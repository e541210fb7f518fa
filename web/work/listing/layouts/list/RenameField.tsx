import { useEffect, useRef } from 'react'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { useKeepRendered } from '../../../../platform/ui/keep-rendered.ts'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'
import { updateWorkItem } from '../../../work-items/actions.ts'

interface RenameFieldProps {
  row: WorkItemRow
  /** Called when the user ends editing. `byKey` is true if the user pressed Enter or Escape. */
  onDone: (byKey: boolean) => void
}

/**
 * Field for editing a title in place. Pressing Enter or leaving the field saves the title; Escape discards the
 * change.
 */
export function RenameField({ row, onDone }: RenameFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useKeepRendered(field)
  useEffect(() => field.current?.select(), [])
  const finish = (isSaved: boolean, byKey: boolean) => {
    if (isOver.current) return
    isOver.current = true
    const name = field.current?.value.trim() ?? ''
    if (isSaved && name !== '' && name !== row.name) void updateWorkItem(row.id, { name })
    onDone(byKey)
  }
  return (
    <input
      ref={field}
      dir="auto"
      defaultValue={row.name}
      maxLength={maxWorkItemNameLength}
      aria-label={t('workItems.title')}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        finish(pressedKey(event) === 'Enter', true)
      }}
      onBlur={() => finish(true, false)}
      className="relative z-1 -mx-1.5 h-6 min-w-0 flex-1 rounded-sm bg-field px-1.5 font-medium outline-1 outline-focus focus-visible:outline-1 focus-visible:outline-offset-0"
    />
  )
}
