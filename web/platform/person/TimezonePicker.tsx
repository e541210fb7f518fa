import { ChevronDown } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../app/sync.ts'
import { cx } from '../ui/cx.ts'
import { inputClass, inputSizes } from '../ui/input-class.ts'
import { Picker } from '../ui/Picker.tsx'
import { matchingOptions, type PickerOption } from '../ui/picker-options.ts'

interface TimezonePickerProps {
  value: string
  onChange: (zone: string) => void
}

export function TimezonePicker({ value, onChange }: TimezonePickerProps) {
  const { t } = useTranslation()
  return (
    <Picker
      label={t('onboarding.timezone')}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      load={async (query) =>
        offered(await zones(), query, value, t('onboarding.timezoneNear'), t('onboarding.timezoneAll'))
      }
      align="start"
      trigger={
        <button
          type="button"
          className={cx(inputClass, inputSizes.lg, 'flex items-center gap-2 text-ui-start')}
        >
          <span className="min-w-0 flex-1 truncate">{value.replaceAll('_', ' ')}</span>
          <ChevronDown className="text-icon-faint" aria-hidden />
        </button>
      }
    />
  )
}

/**
 * Returns the offered time zones: the zone of this device and the chosen one first. Typing searches all
 * zones.
 */
function offered(
  all: PickerOption[],
  query: string,
  chosen: string,
  near: string,
  others: string,
): PickerOption[] {
  if (query.trim() !== '') return matchingOptions(all, query)
  const own = browserTimezone()
  const isNear = ({ value }: PickerOption) => value === own || value === chosen
  // The operating system may use an older name for its time zone. The list does not contain older names, so
  // an option is added.
  const unlisted = all.some(({ value }) => value === own)
    ? []
    : [{ value: own, label: own.replaceAll('_', ' ') }]
  return [
    ...[...unlisted, ...all.filter(isNear)].map((zone) => ({ ...zone, group: near })),
    ...matchingOptions(all, '')
      .filter((zone) => !isNear(zone))
      .map((zone) => ({ ...zone, group: others })),
  ]
}

/** Returns the time zone of this device. */
export function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

let loaded: Promise<PickerOption[]> | null = null

function zones(): Promise<PickerOption[]> {
  loaded ??= request('listTimezones', {}).then(
    ({ timezones }) =>
      timezones.map(({ value, label, gmt_offset }) => ({
        value,
        label,
        hint: gmt_offset,
        keywords: [value],
      })),
    (error: unknown) => {
      loaded = null
      throw error
    },
  )
  return loaded
}
