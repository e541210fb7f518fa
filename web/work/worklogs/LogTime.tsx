import { useAtom, useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import { createClock } from '#common/platform/clock.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import {
  lastAllowedWorklogDay,
  maxWorklogTextLength,
  parseWorklogDuration,
} from '#common/work/worklogs/rules.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { formatDuration, parseTypedMinutes } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { formatItemKey } from '../work-items/actions.ts'
import { editWorklog, logTime } from './actions.ts'
import { worklogDialogAtom } from './dialogs.ts'

/** The dialog for logging time or editing a time log. */
export function LogTime() {
  const [dialog, setDialog] = useAtom(worklogDialogAtom)
  const item = useAtomValue(tables.work_items.rowAtom(dialog?.issue_id ?? ''))
  const log = useAtomValue(tables.worklogs.rowAtom(dialog?.id ?? ''))
  if (dialog === null || item === undefined || (dialog.id !== null && log === undefined)) return null
  return (
    <Form
      key={dialog.id ?? dialog.issue_id}
      item={item}
      log={log ?? null}
      begunOn={dialog.date}
      onClose={() => setDialog(null)}
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
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const { today } = createClock(tables.projects.get(item.project_id)?.timezone ?? 'UTC')
  const form = useForm({
    saved: () => ({
      duration: log === null ? '' : formatDuration(log.duration),
      date: log?.date ?? begunOn ?? today,
      description: log?.description ?? '',
    }),
    check: ({ duration: typed }) => ({
      duration:
        parseWorklogDuration(typed, parseTypedMinutes) === null &&
        t(typed.trim() === '' ? 'time.problems.missing' : 'time.problems.unclear'),
    }),
    send: ({ duration, date, description }) => {
      const fields = {
        duration: parseWorklogDuration(duration, parseTypedMinutes) ?? 0,
        date,
        description: description.trim(),
      }
      void (log === null ? logTime(item, fields) : editWorklog(log, fields))
      onClose()
    },
  })
  const { date } = form.values

  return (
    <FormDialog
      title={t(log === null ? 'time.log' : 'time.edit')}
      description={
        <span dir="auto">
          <span className="tabular">{formatItemKey(item)}</span> {item.name}
        </span>
      }
      size="sm"
      initialFocus={form.field('duration')}
      onSubmit={form.submit}
      submit={t(log === null ? 'time.log' : 'time.save')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('time.duration')} hint={t('time.durationHint')} error={form.problem('duration')}>
            <Input
              autoComplete="off"
              placeholder={t('time.durationPlaceholder')}
              {...form.text('duration')}
            />
          </Field>
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-medium text-soft">{t('time.day')}</span>
            <DatePicker
              label={t('time.day')}
              value={date}
              onChange={(day) => day !== null && form.set({ date: day })}
              weekStartsOn={weekStartsOn}
              today={today}
              max={lastAllowedWorklogDay(Date.now())}
              trigger={
                <Button
                  className="justify-start"
                  icon={<CalendarDays />}
                  aria-label={`${t('time.day')}: ${formatShortDate(date, i18n.language)}`}
                >
                  {formatShortDate(date, i18n.language)}
                </Button>
              }
            />
          </div>
        </div>
        <Field label={t('time.description')} optional>
          <Textarea
            rows={2}
            maxLength={maxWorklogTextLength}
            placeholder={t('time.descriptionPlaceholder')}
            {...form.text('description')}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
