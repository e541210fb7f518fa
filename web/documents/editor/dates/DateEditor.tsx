import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { firstDayOfWeekAtom } from '../../../platform/person/me.ts'
import { todayAtom } from '../../../platform/person/today.ts'
import { DatePicker } from '../../../platform/ui/DatePicker.tsx'
import type { PlainDate } from '../../../platform/ui/plain-date.ts'
import type { PopoverState } from '../popover-state.ts'
import { type OpenDateEditor, setDate } from './dates.ts'

/** The calendar popover of the selected date. */
export function DateEditor({ editor, opened }: { editor: Editor; opened: PopoverState<OpenDateEditor> }) {
  const { t } = useTranslation()
  const day = useSyncExternalStore(opened.subscribe, opened.get)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const today = useAtomValue(todayAtom)
  if (day === null) return null
  const set = (date: PlainDate | null) => {
    const position = day.position()
    if (position !== undefined && editor.isEditable)
      editor.view.dispatch(setDate(editor.state, position, date))
  }
  // A date that stays selected would be overwritten by typing, so the caret is placed after it.
  const leave = () => {
    const position = day.position()
    if (position !== undefined && editor.state.selection instanceof NodeSelection)
      editor.commands.setTextSelection(position + 1)
  }
  return (
    <DatePicker
      open
      anchor={day.dom}
      label={t('editor.date.name')}
      value={day.date}
      weekStartsOn={weekStartsOn}
      today={today}
      onChange={set}
      onOpenChange={(isOpen) => {
        if (isOpen) return
        opened.set(null)
        leave()
        editor.commands.focus(null, { scrollIntoView: false })
      }}
      finalFocus={() => false}
    />
  )
}
