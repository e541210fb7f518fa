import { useAtomValue } from 'jotai'
import { CalendarDays, UserRound, UsersRound } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { moduleStatuses } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { peopleByIdsAtom } from '../../platform/person/people.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ModuleStatusIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'
import { propertyValueClass } from '../../work/detail/value-class.ts'
import { editModule } from './actions.ts'
import { useModulePeopleOptions, useModuleStatusOptions } from './options.tsx'
import { useModuleRights } from './rights.ts'

/** Shows the status, people and dates of a module. Each of these fields can be edited in place. */
export function ModuleProperties({ module }: { module: ModuleRow }) {
  const { t } = useTranslation()
  const canEdit = useModuleRights(module.project_id).edit(module)
  const parts = { module, disabled: !canEdit }
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-start gap-y-0.5">
      <Fact name={t('modules.statusLabel')}>
        <ModuleStatusPicker {...parts} />
      </Fact>
      <Fact name={t('modules.lead')}>
        <LeadPicker {...parts} />
      </Fact>
      <Fact name={t('modules.members')}>
        <MembersPicker {...parts} />
      </Fact>
      <Fact name={t('modules.start')}>
        <DayPicker {...parts} name="start_date" label={t('modules.start')} max={module.target_date} />
      </Fact>
      <Fact name={t('modules.target')}>
        <DayPicker {...parts} name="target_date" label={t('modules.target')} min={module.start_date} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="flex min-h-7 min-w-26 items-center pe-2 text-faint coarse:min-h-touch">{name}</dt>
      <dd className="-ms-1.5 min-w-0">{children}</dd>
    </>
  )
}

interface PartProps {
  module: ModuleRow
  disabled: boolean
}

export function ModuleStatusPicker({ module, disabled, trigger }: PartProps & { trigger?: ReactElement }) {
  const { t } = useTranslation()
  return (
    <Picker
      label={t('modules.statusLabel')}
      value={module.status}
      disabled={disabled}
      onChange={(value) => {
        const status = moduleStatuses.find((each) => each === value)
        if (status !== undefined && status !== module.status) void editModule(module, { status })
      }}
      options={useModuleStatusOptions()}
      trigger={
        trigger ?? (
          <button type="button" disabled={disabled} className={propertyValueClass({ isEmpty: false })}>
            <ModuleStatusIcon status={module.status} />
            {t(`modules.status.${module.status}`)}
          </button>
        )
      }
    />
  )
}

function LeadPicker({ module, disabled }: PartProps) {
  const { t } = useTranslation()
  const options = useModulePeopleOptions(module.project_id)
  const [lead] = useAtomValue(peopleByIdsAtom(module.lead_id ?? ''))
  return (
    <Picker
      label={t('modules.lead')}
      value={module.lead_id}
      disabled={disabled}
      onChange={(lead_id) => lead_id !== module.lead_id && void editModule(module, { lead_id })}
      noneLabel={t('modules.noLead')}
      emptyText={t('modules.noSuchPerson')}
      options={options}
      trigger={
        <button type="button" disabled={disabled} className={propertyValueClass({ isEmpty: !lead })}>
          {lead ? <Person {...lead} /> : <UserRound className="text-icon-faint" />}
          {!lead && t('modules.noLead')}
        </button>
      }
    />
  )
}

function MembersPicker({ module, disabled }: PartProps) {
  const { t } = useTranslation()
  const options = useModulePeopleOptions(module.project_id)
  const members = useAtomValue(peopleByIdsAtom(module.member_ids.join(',')))
  const isEmpty = members.length === 0
  return (
    <Picker
      multiple
      label={t('modules.members')}
      value={module.member_ids}
      disabled={disabled}
      onChange={(member_ids) => void editModule(module, { member_ids })}
      emptyText={t('modules.noSuchPerson')}
      options={options}
      trigger={
        <button type="button" disabled={disabled} className={propertyValueClass({ isTall: true, isEmpty })}>
          {isEmpty && <UsersRound className="text-icon-faint" />}
          {isEmpty && t('modules.noMembers')}
          {!isEmpty && (
            <span className="flex min-w-0 flex-col gap-1">
              {members.map((person) => (
                <Person key={person.id} {...person} />
              ))}
            </span>
          )}
        </button>
      }
    />
  )
}

interface DayPickerProps extends PartProps {
  name: 'start_date' | 'target_date'
  label: string
  min?: string | null
  max?: string | null
}

function DayPicker({ module, disabled, name, label, min = null, max = null }: DayPickerProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const today = useAtomValue(todayAtom)
  const day = module[name]
  const words = day === null ? t('modules.noDay') : formatShortDate(day, i18n.language)
  const button = (
    <button
      type="button"
      disabled={disabled}
      aria-label={`${label}: ${words}`}
      className={propertyValueClass({ isEmpty: day === null })}
    >
      <CalendarDays className="text-icon-faint" />
      {words}
    </button>
  )
  if (disabled) return button
  return (
    <DatePicker
      label={label}
      value={day}
      onChange={(next) => next !== day && void editModule(module, { [name]: next })}
      weekStartsOn={weekStartsOn}
      today={today}
      min={min}
      max={max}
      trigger={button}
    />
  )
}

interface PersonProps {
  id: string
  display_name: string
  avatar_url: string | null
}

function Person({ id, display_name, avatar_url }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />
      <span dir="auto" className="truncate">
        {displayNameOf({ display_name })}
      </span>
    </span>
  )
}
