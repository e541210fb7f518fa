import { useAtomValue } from 'jotai'
import { CalendarDays, ListFilter, Search, UserRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UserLite } from '#common/identity/users/schema.ts'
import { auditGroups, instanceAuditGroups, maxAuditSearchLength } from '#common/organization/audit/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { type AuditFilter, type AuditLogKind, noAuditFilter } from './use-records.ts'

interface Props {
  of: AuditLogKind
  people: readonly UserLite[]
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

/** The filters of the audit log: text, action, actor and dates. */
export function AuditFilters({ of, people, filter, onChange }: Props) {
  const { t } = useTranslation()
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change })
  const options = people.map(({ id, display_name, avatar_url }) => ({
    ...{ value: id, label: displayNameOf({ display_name }) },
    icon: <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />,
  }))
  const groups = auditGroups.filter((group) => of === 'instance' || !instanceAuditGroups.includes(group))
  return (
    <div className="flex flex-col gap-2">
      <Words value={filter.search} onChange={(search) => set({ search })} />
      <div className="flex flex-wrap items-center gap-1.5">
        <Picker
          label={t('audit.group')}
          noneLabel={t('audit.allGroups')}
          value={filter.group}
          options={groups.map((group) => ({ value: group, label: t(`audit.groups.${group}`) }))}
          onChange={(chosen) => set({ group: groups.find((group) => group === chosen) ?? null })}
          trigger={
            <Button size="sm" icon={<ListFilter />}>
              {filter.group === null ? t('audit.allGroups') : t(`audit.groups.${filter.group}`)}
            </Button>
          }
        />
        {(people.length > 0 || filter.actor !== null) && (
          <Picker
            label={t('audit.person')}
            noneLabel={t('audit.anyone')}
            value={filter.actor?.id ?? null}
            options={options}
            onChange={(chosen) => {
              const person = options.find(({ value }) => value === chosen)
              set({ actor: person === undefined ? null : { id: person.value, name: person.label } })
            }}
            trigger={
              <Button size="sm" icon={<UserRound />}>
                <span dir="auto" className="max-w-40 truncate">
                  {filter.actor?.name ?? t('audit.anyone')}
                </span>
              </Button>
            }
          />
        )}
        <Day
          label={t('audit.from')}
          value={filter.from}
          max={filter.to}
          labelOf={(day) => t('audit.fromDay', { day })}
          onChange={(from) => set({ from })}
        />
        <Day
          label={t('audit.to')}
          value={filter.to}
          min={filter.from}
          labelOf={(day) => t('audit.toDay', { day })}
          onChange={(to) => set({ to })}
        />
        {JSON.stringify(filter) !== JSON.stringify(noAuditFilter) && (
          <Button variant="ghost" size="sm" onClick={() => onChange(noAuditFilter)}>
            {t('audit.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The delay in milliseconds between the last keystroke in the search field and the request. */
const pause = 300

function Words({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const searchFor = useEffectEvent((text: string) => {
    if (text !== value) onChange(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => searchFor(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  // If another component changes `value`, the field shows the new text. For example, the button that clears all
  // filters sets `value` to an empty text.
  useEffect(() => setTyped(value), [value])
  return (
    <Input
      type="search"
      aria-label={t('audit.search')}
      placeholder={t('audit.search')}
      icon={<Search />}
      maxLength={maxAuditSearchLength}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

interface DayProps {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  labelOf: (day: string) => string
  onChange: (day: string | null) => void
}

function Day({ label, value, min = null, max, labelOf, onChange }: DayProps) {
  const { i18n } = useTranslation()
  const today = useAtomValue(todayAtom)
  const shown = value === null ? label : labelOf(formatShortDate(value, i18n.language))
  return (
    <DatePicker
      label={label}
      value={value}
      onChange={onChange}
      weekStartsOn={useAtomValue(firstDayOfWeekAtom)}
      today={today}
      min={min}
      max={max ?? today}
      trigger={
        <Button size="sm" icon={<CalendarDays />}>
          {shown}
        </Button>
      }
    />
  )
}
