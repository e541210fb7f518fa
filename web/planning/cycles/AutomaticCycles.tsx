import { useAtom, useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import type { AutomaticCycles as Setting } from '#common/organization/projects/automatic-cycles.ts'
import { maxUpcomingAutomaticCycles } from '#common/organization/projects/rules.ts'
import { computeMissingAutomaticCycles, nextCycleNumber } from '#common/planning/cycles/automatic.ts'
import { createClock } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { getCycleDayRange } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { cyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { automaticCyclesDialogAtom, setAutomaticCycles, stopAutomaticCycles } from './automatic.ts'

/** The dialog with the settings for automatic cycles. */
export function AutomaticCycles() {
  const [projectId, setProjectId] = useAtom(automaticCyclesDialogAtom)
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  if (project === undefined) return null
  return <Form key={project.id} project={project} onClose={() => setProjectId(null)} />
}

/** Common lengths of a cycle, in days. */
const lengths = [7, 14, 21, 28, 42] as const
const gaps = [0, 1, 2, 3, 7] as const
const nameLength = 200

function Form({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { today } = createClock(project.timezone)
  const former = project.automatic_cycles
  const form = useForm<Setting>({
    saved: () =>
      former ?? {
        name: t('cycles.automatic.defaultName'),
        length: 14,
        gap: 0,
        ahead: 2,
        rolls_over: true,
        starts_on: today,
      },
    check: ({ name }) => ({ name: name.trim() === '' && t('cycles.problems.name') }),
    send: (chosen) => {
      void setAutomaticCycles(project, { ...chosen, name: chosen.name.trim() })
      onClose()
    },
  })
  const { values: setting, set } = form
  const hasBegun = useHasBegun(project.id, today)

  function stop(): void {
    void stopAutomaticCycles(project)
    onClose()
  }
  const numbers = (values: readonly number[], own: number, words: (count: number) => string) =>
    [...new Set([...values, own])]
      .toSorted((a, b) => a - b)
      .map((value) => ({ value: String(value), label: words(value) }))
  return (
    <FormDialog
      title={t('cycles.automatic.title')}
      description={t('cycles.automatic.text')}
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      aside={
        former !== null && (
          <Button className="me-auto" onClick={stop}>
            {t('cycles.automatic.stop')}
          </Button>
        )
      }
      submit={t(former === null ? 'cycles.automatic.start' : 'cycles.save')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('cycles.name')} hint={t('cycles.automatic.nameHint')} error={form.problem('name')}>
          <Input autoComplete="off" maxLength={nameLength} {...form.text('name')} />
        </Field>
        <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
          <Field label={t('cycles.automatic.length')}>
            <Select
              value={String(setting.length)}
              onChange={(value) => set({ length: Number(value) })}
              options={numbers(lengths, setting.length, (count) =>
                count % 7 === 0
                  ? t('cycles.automatic.weeks', { count: count / 7 })
                  : t('cycles.automatic.days', { count }),
              )}
            />
          </Field>
          <Field label={t('cycles.automatic.gap')}>
            <Select
              value={String(setting.gap)}
              onChange={(value) => set({ gap: Number(value) })}
              options={numbers(gaps, setting.gap, (count) =>
                count === 0 ? t('cycles.automatic.noGap') : t('cycles.automatic.days', { count }),
              )}
            />
          </Field>
          <Field label={t('cycles.automatic.ahead')}>
            <Select
              value={String(setting.ahead)}
              onChange={(value) => set({ ahead: Number(value) })}
              options={Array.from({ length: maxUpcomingAutomaticCycles }, (_, at) => ({
                value: String(at + 1),
                label: String(at + 1),
              }))}
            />
          </Field>
        </div>
        {!hasBegun && (
          <FirstDay day={setting.starts_on} today={today} onChange={(starts_on) => set({ starts_on })} />
        )}
        <Switch
          checked={setting.rolls_over}
          onChange={(rolls_over) => set({ rolls_over })}
          hint={t('cycles.automatic.rollsOverHint')}
        >
          {t('cycles.automatic.rollsOver')}
        </Switch>
        <Preview project={project} setting={setting} today={today} language={i18n.language} />
      </div>
    </FormDialog>
  )
}

interface FirstDayProps {
  day: string
  today: string
  onChange: (day: string) => void
}

function FirstDay({ day, today, onChange }: FirstDayProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="text-sm font-medium text-soft">{t('cycles.automatic.startsOn')}</span>
      <DatePicker
        label={t('cycles.automatic.startsOn')}
        value={day}
        onChange={(chosen) => onChange(chosen ?? today)}
        weekStartsOn={weekStartsOn}
        today={today}
        trigger={
          <Button
            icon={<CalendarDays />}
            aria-label={`${t('cycles.automatic.startsOn')}: ${formatShortDate(day, i18n.language)}`}
          >
            {formatShortDate(day, i18n.language)}
          </Button>
        }
      />
    </div>
  )
}

interface PreviewProps {
  project: Project
  setting: Setting
  today: string
  language: string
}

/** Lists the cycles that saving would create immediately. */
function Preview({ project, setting, today, language }: PreviewProps) {
  const { t } = useTranslation()
  const cycles = useAtomValue(cyclesAtom(project.id))
  const missing = computeMissingAutomaticCycles(
    setting,
    cycles.flatMap((cycle) => getCycleDayRange(cycle) ?? []),
    today,
  )
  const name = setting.name.trim()
  const first = nextCycleNumber(
    name,
    cycles.map((cycle) => cycle.name),
  )
  return (
    <section
      aria-label={t('cycles.automatic.preview')}
      className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2.5 text-sm"
    >
      <h3 className="text-faint">
        {missing.length === 0 ? t('cycles.automatic.noneMissing') : t('cycles.automatic.preview')}
      </h3>
      <ul className="flex flex-col gap-1">
        {missing.map((days, at) => (
          <li key={days.first} className="flex gap-3">
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {name} {first + at}
            </span>
            <span className="text-faint tabular">
              {formatShortDate(days.first, language)} – {formatShortDate(days.last, language)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Returns true if a cycle of the project has started. Automatic cycles then follow this cycle, so the form
 * does not ask for the first day.
 */
function useHasBegun(projectId: string, today: string): boolean {
  const cycles = useAtomValue(cyclesAtom(projectId))
  return cycles.some((cycle) => (getCycleDayRange(cycle)?.first ?? '9999') <= today)
}
