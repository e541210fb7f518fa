import { useAtomValue } from 'jotai'
import { CalendarDays, FolderKanban, Shapes, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { type SearchResultKind, searchResultKinds } from '#common/personal/search/kinds.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { searchResultIcons } from './SearchResultIcon.tsx'
import { hasSearchFilters, type SearchFilters, searchDayRanges } from './search-filters.ts'

interface SearchFiltersBarProps {
  wanted: SearchFilters
  onChange: (change: Partial<SearchFilters>) => void
}

/** The filters of the search: kinds of results, projects, people and dates. */
export function SearchFiltersBar({ wanted, onChange }: SearchFiltersBarProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const people = useAtomValue(peopleOfProjectAtom(null))
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <MultiPicker
        label={t('search.types')}
        none={t('search.allTypes')}
        icon={<Shapes />}
        value={wanted.kinds}
        options={searchResultKinds.map((kind) => ({
          value: kind,
          label: t(`search.kinds.${kind}`),
          icon: searchResultIcons[kind],
        }))}
        onChange={(kinds) => onChange({ kinds: kinds.filter(isKind) })}
      />
      <MultiPicker
        label={t('search.projects')}
        none={t('search.allProjects')}
        icon={<FolderKanban />}
        value={wanted.projects}
        options={projects.map(({ id, name, logo_props, identifier }) => ({
          ...{ value: id, label: name, hint: identifier },
          icon: <ProjectLogo logo={logo_props} name={name} />,
        }))}
        onChange={(chosen) => onChange({ projects: chosen })}
      />
      <MultiPicker
        label={t('search.people')}
        none={t('search.anyone')}
        icon={<UserRound />}
        value={wanted.people}
        options={people.map(({ id, display_name, avatar_url }) => ({
          ...{ value: id, label: displayNameOf({ display_name }) },
          icon: (
            <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />
          ),
        }))}
        onChange={(chosen) => onChange({ people: chosen })}
      />
      <DateFilter wanted={wanted} onChange={onChange} />
      {hasSearchFilters(wanted) && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChange({ kinds: [], projects: [], people: [], from: null, to: null, days: null })}
        >
          {t('search.clearFilters')}
        </Button>
      )}
    </div>
  )
}

function isKind(kind: string): kind is SearchResultKind {
  return searchResultKinds.some((one) => one === kind)
}

interface MultiPickerProps {
  label: string
  /** Label while nothing is selected. */
  none: string
  icon: ReactElement
  value: readonly string[]
  options: PickerOption[]
  onChange: (value: string[]) => void
}

function MultiPicker({ label, none, icon, value, options, onChange }: MultiPickerProps) {
  const { t } = useTranslation()
  const [first] = value
  const only = value.length === 1 ? options.find((option) => option.value === first) : undefined
  const buttonLabel = value.length === 0 ? none : (only?.label ?? t('search.chosen', { count: value.length }))
  return (
    <Picker
      multiple
      label={label}
      value={value}
      options={options}
      onChange={onChange}
      trigger={
        <Button size="sm" icon={only?.icon ?? icon}>
          <span dir="auto" className="max-w-40 truncate">
            {buttonLabel}
          </span>
        </Button>
      }
    />
  )
}

const between = 'between'

function DateFilter({ wanted: { from, to, days }, onChange }: SearchFiltersBarProps) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const words = { 1: t('search.today'), 7: t('search.week'), 30: t('search.month'), 365: t('search.year') }
  const isBetween = days === null && (from ?? to) !== null
  const options = [
    ...searchDayRanges.map((span) => ({ value: String(span), label: words[span] })),
    { value: between, label: t('search.between') },
  ]
  const value = days === null ? (isBetween ? between : null) : String(days)
  const choose = (next: string | null) => {
    const span = searchDayRanges.find((one) => String(one) === next)
    if (span !== undefined) onChange({ days: span, from: null, to: null })
    else onChange({ days: null, from: next === between ? today : null, to: next === between ? today : null })
  }
  const day = (which: 'from' | 'to', of: string | null) => (
    <DatePicker
      label={t(`search.${which}`)}
      value={of}
      today={today}
      weekStartsOn={weekStartsOn}
      onChange={(chosen) => onChange({ [which]: chosen })}
      trigger={
        <Button size="sm" className="tabular">
          {of ?? t(`search.${which}`)}
        </Button>
      }
    />
  )
  return (
    <>
      <Picker
        label={t('search.when')}
        value={value}
        noneLabel={t('search.anyTime')}
        options={options}
        onChange={choose}
        trigger={
          <Button size="sm" icon={<CalendarDays />}>
            {options.find((option) => option.value === value)?.label ?? t('search.anyTime')}
          </Button>
        }
      />
      {isBetween && day('from', from)}
      {isBetween && day('to', to)}
    </>
  )
}
