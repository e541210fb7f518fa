import { useAtomValue, useSetAtom } from 'jotai'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { lastAllowedWorklogDay } from '#common/work/worklogs/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { projectsWithTimeTrackingAtom } from './atoms.ts'
import { isExportTimeDialogOpenAtom } from './dialogs.ts'

interface Chosen {
  project: string
  user: string
  from: string | null
  to: string | null
}

/** Dialog that exports logged time by project, person and days. */
export function ExportTime() {
  const { t } = useTranslation()
  const setOpen = useSetAtom(isExportTimeDialogOpenAtom)
  const projects = useAtomValue(projectsWithTimeTrackingAtom)
  const people = useAtomValue(peopleOfProjectAtom(null))
  const [chosen, setChosen] = useState<Chosen>({ project: '', user: '', from: null, to: null })
  const set = (change: Partial<Chosen>) => setChosen((now) => ({ ...now, ...change }))
  const close = () => setOpen(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('time.exportTitle')}
      description={t('time.exportText')}
      size="sm"
      footer={
        <>
          <a
            href={addressOf('worklogs', chosen)}
            download="time.json"
            onClick={close}
            className={buttonClass({})}
          >
            {t('time.exportJson')}
          </a>
          <a
            href={addressOf('worklogs.csv', chosen)}
            download="time.csv"
            onClick={close}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('time.exportCsv')}
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('time.project')}>
          <Select
            value={chosen.project}
            onChange={(project) => set({ project })}
            options={[
              { value: '', label: t('time.allProjects') },
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field label={t('time.person')}>
          <Select
            value={chosen.user}
            onChange={(user) => set({ user })}
            options={[
              { value: '', label: t('time.everyone') },
              ...people.map(({ id, display_name }) => ({
                value: id,
                label: displayNameOf({ display_name }),
              })),
            ]}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Day
            label={t('time.from')}
            value={chosen.from}
            max={chosen.to}
            onChange={(from) => set({ from })}
          />
          <Day label={t('time.to')} value={chosen.to} min={chosen.from} onChange={(to) => set({ to })} />
        </div>
      </div>
    </Dialog>
  )
}

interface DayProps {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  onChange: (day: string | null) => void
}

function Day({ label, value, min = null, max, onChange }: DayProps) {
  const { t, i18n } = useTranslation()
  const shown = value === null ? t('time.anyDay') : formatShortDate(value, i18n.language)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-soft">{label}</span>
      <DatePicker
        label={label}
        value={value}
        onChange={onChange}
        weekStartsOn={useAtomValue(firstDayOfWeekAtom)}
        today={useAtomValue(todayAtom)}
        min={min}
        max={max ?? lastAllowedWorklogDay(Date.now())}
        trigger={
          <Button className="justify-start" icon={<CalendarDays />} aria-label={`${label}: ${shown}`}>
            {shown}
          </Button>
        }
      />
    </div>
  )
}

function addressOf(name: 'worklogs' | 'worklogs.csv', { project, user, from, to }: Chosen): string {
  const search = new URLSearchParams({
    ...(project && { project }),
    ...(user && { user }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  })
  return `/api/workspaces/${currentSlug()}/${name}/?${search}`
}
