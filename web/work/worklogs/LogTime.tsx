import { useAtom, useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { clockIn } from '#common/platform/clock.ts'
import { timeText } from '#common/platform/minutes.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { lastLoggableDay, readDuration, worklogTextLength } from '#common/work/worklogs/rules.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { shortDate } from '../../platform/person/dates.ts'
import { weekStartAtom } from '../../platform/person/me.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { keyOf } from '../work-items/actions.ts'
import { editWorklog, logTime } from './actions.ts'
import { logDialogAtom } from './dialogs.ts'

/** The dialog in which time is logged, or a log is changed. */
export function LogTime() {
  const [asked, setAsked] = useAtom(logDialogAtom)
  const item = useAtomValue(tables.work_items.rowAtom(asked?.issue_id ?? ''))
  const log = useAtomValue(tables.worklogs.rowAtom(asked?.id ?? ''))
  if (asked === null || item === undefined || (asked.id !== null && log === undefined)) return null
  return (
    <Form
      key={asked.id ?? asked.issue_id}
      item={item}
      log={log ?? null}
      begunOn={asked.date}
      onClose={() => setAsked(null)}
    />
  )
}

interface FormProps {
  item: WorkItemRow
  log: WorklogRow | null
  begunOn: string | undefined
  onClose: () => void
}

function Form({ item, log, begunOn, onClose }: FormProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const { today } = clockIn(tables.projects.get(item.project_id)?.timezone ?? 'UTC')
  const [typed, setTyped] = useState(log === null ? '' : timeText(log.duration))
  const [date, setDate] = useState(log?.date ?? begunOn ?? today)
  const [description, setDescription] = useState(log?.description ?? '')
  const [tried, setTried] = useState(false)
  const time = useRef<HTMLInputElement>(null)
  const duration = readDuration(typed)

  function submit(): void {
    setTried(true)
    if (duration === null) time.current?.focus()
    if (duration === null) return
    const fields = { duration, date, description: description.trim() }
    void (log === null ? logTime(item, fields) : editWorklog(log, fields))
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(log === null ? 'time.log' : 'time.edit')}
      description={
        <span dir="auto">
          <span className="tabular">{keyOf(item)}</span> {item.name}
        </span>
      }
      size="sm"
      initialFocus={time}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t(log === null ? 'time.log' : 'time.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('time.duration')}
            hint={t('time.durationHint')}
            error={
              tried && duration === null
                ? t(typed.trim() === '' ? 'time.problems.missing' : 'time.problems.unclear')
                : undefined
            }
          >
            <Input
              ref={time}
              autoComplete="off"
              placeholder={t('time.durationPlaceholder')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-medium text-soft">{t('time.day')}</span>
            <DatePicker
              label={t('time.day')}
              value={date}
              onChange={(day) => day !== null && setDate(day)}
              weekStartsOn={weekStartsOn}
              today={today}
              max={lastLoggableDay(Date.now())}
              trigger={
                <Button
                  className="justify-start"
                  icon={<CalendarDays />}
                  aria-label={`${t('time.day')}: ${shortDate(date, i18n.language)}`}
                >
                  {shortDate(date, i18n.language)}
                </Button>
              }
            />
          </div>
        </div>
        <Field label={t('time.description')} optional>
          <Textarea
            rows={2}
            maxLength={worklogTextLength}
            placeholder={t('time.descriptionPlaceholder')}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
