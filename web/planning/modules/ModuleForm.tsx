import { useAtom, useAtomValue } from 'jotai'
import { CalendarDays, UserRound, UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { moduleDaysProblem, moduleLengthLimit, moduleStatuses } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { planNameLength } from '#common/planning/plans/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { shortDate } from '../../platform/person/dates.ts'
import { weekStartAtom } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { ModuleStatusIcon } from '../../work/plans/ModuleIcon.tsx'
import { modulesAtom } from '../../work/plans/modules.ts'
import { createModule, editModule, type ModuleFields, moduleDialogAtom } from './actions.ts'
import { usePeopleOptions } from './use-people-options.tsx'

/** The dialog in which a module is written: a new one, or one that there is. */
export function ModuleForm() {
  const [asked, setAsked] = useAtom(moduleDialogAtom)
  const row = useAtomValue(tables.modules.rowAtom(asked?.id ?? ''))
  if (asked === null || (asked.id !== null && row === undefined)) return null
  return (
    <Form
      key={asked.id ?? ''}
      projectId={asked.project_id}
      begun={row ?? null}
      onClose={() => setAsked(null)}
    />
  )
}

interface FormProps {
  projectId: string
  begun: ModuleRow | null
  onClose: () => void
}

const nothing: ModuleFields = {
  name: '',
  description: '',
  status: 'planned',
  start_date: null,
  target_date: null,
  lead_id: null,
  member_ids: [],
}

function Form({ projectId, begun, onClose }: FormProps) {
  const { t } = useTranslation()
  const [fields, setFields] = useState(() => (begun === null ? nothing : fieldsOf(begun)))
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const others = useAtomValue(modulesAtom(projectId))
  const set = (change: Partial<ModuleFields>) => setFields((now) => ({ ...now, ...change }))
  const name = fields.name.trim()
  const isTaken = others.some((other) => other.id !== begun?.id && other.name === name)
  const nameProblem = isTaken ? 'taken' : tried && name === '' ? 'name' : null
  const daysProblem = moduleDaysProblem(fields.start_date, fields.target_date)

  function submit(): void {
    setTried(true)
    if (name === '' || isTaken) field.current?.focus()
    if (name === '' || isTaken || daysProblem !== null) return
    const written = { ...fields, name }
    void (begun === null ? createModule(projectId, written) : editModule(begun, written))
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(begun === null ? 'modules.new' : 'modules.edit')}
      initialFocus={field}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t(begun === null ? 'modules.create' : 'modules.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('modules.name')}
          error={nameProblem === null ? undefined : t(`modules.problems.${nameProblem}`)}
        >
          <Input
            ref={field}
            autoComplete="off"
            maxLength={planNameLength}
            placeholder={t('modules.namePlaceholder')}
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={t('modules.description')} optional>
          <Textarea
            rows={3}
            placeholder={t('modules.descriptionPlaceholder')}
            value={fields.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <Field label={t('modules.statusLabel')}>
          <Select
            value={fields.status}
            onChange={(status) => set({ status })}
            options={moduleStatuses.map((value) => ({
              value,
              label: t(`modules.status.${value}`),
              icon: <ModuleStatusIcon status={value} />,
            }))}
          />
        </Field>
        <People projectId={projectId} fields={fields} onChange={set} />
        <Days
          fields={fields}
          onChange={set}
          problem={
            daysProblem === null ? null : t(`modules.problems.${daysProblem}`, { most: moduleLengthLimit })
          }
        />
      </div>
    </Dialog>
  )
}

interface PartProps {
  fields: ModuleFields
  onChange: (change: Partial<ModuleFields>) => void
}

function People({ projectId, fields, onChange }: PartProps & { projectId: string }) {
  const { t } = useTranslation()
  const options = usePeopleOptions(projectId)
  const nameOf = (id: string) => tables.users.get(id)?.display_name ?? ''
  const members = fields.member_ids.map(nameOf).join(', ')
  const lead = fields.lead_id === null ? t('modules.noLead') : nameOf(fields.lead_id)
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="text-sm font-medium text-soft">{t('modules.lead')}</span>
        <Picker
          label={t('modules.lead')}
          value={fields.lead_id}
          onChange={(lead_id) => onChange({ lead_id })}
          noneLabel={t('modules.noLead')}
          emptyText={t('modules.noSuchPerson')}
          options={options}
          trigger={
            <Button className="justify-start" icon={<UserRound />}>
              <span className="truncate">{lead}</span>
            </Button>
          }
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="text-sm font-medium text-soft">{t('modules.members')}</span>
        <Picker
          multiple
          label={t('modules.members')}
          value={fields.member_ids}
          onChange={(member_ids) => onChange({ member_ids })}
          emptyText={t('modules.noSuchPerson')}
          options={options}
          trigger={
            <Button className="justify-start" icon={<UsersRound />}>
              <span className="truncate">{members || t('modules.noMembers')}</span>
            </Button>
          }
        />
      </div>
    </div>
  )
}

function Days({ fields, onChange, problem }: PartProps & { problem: string | null }) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const today = useAtomValue(todayAtom)
  const choices = [
    { name: 'start_date', label: t('modules.start'), min: null, max: fields.target_date },
    { name: 'target_date', label: t('modules.target'), min: fields.start_date, max: null },
  ] as const
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        {choices.map(({ name, label, min, max }) => {
          const day = fields[name]
          const words = day === null ? t('modules.noDay') : shortDate(day, i18n.language)
          return (
            <div key={name} className="flex flex-col gap-1.5">
              <span className="text-sm font-medium text-soft">{label}</span>
              <DatePicker
                label={label}
                value={day}
                onChange={(next) => onChange({ [name]: next })}
                weekStartsOn={weekStartsOn}
                today={today}
                min={min}
                max={max}
                trigger={
                  <Button
                    className="justify-start"
                    icon={<CalendarDays />}
                    aria-invalid={problem !== null}
                    aria-label={`${label}: ${words}`}
                  >
                    {words}
                  </Button>
                }
              />
            </div>
          )
        })}
      </div>
      <p
        role={problem === null ? undefined : 'alert'}
        className={problem === null ? 'text-sm text-faint' : 'text-sm text-danger'}
      >
        {problem ?? t('modules.datesHint')}
      </p>
    </div>
  )
}

function fieldsOf(row: ModuleRow): ModuleFields {
  const { name, description, status, start_date, target_date, lead_id, member_ids } = row
  return { name, description, status, start_date, target_date, lead_id, member_ids }
}
