import { ChevronDown } from 'lucide-react'
import { request } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
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
      load={async (query) => matchingOptions(await zones(), query)}
      align="start"
      trigger={
        <button type="button" className={cx(inputClass, inputSizes.lg, 'flex items-center gap-2 text-left')}>
          <span className="min-w-0 flex-1 truncate">{value.replaceAll('_', ' ')}</span>
          <ChevronDown className="text-icon-faint" aria-hidden />
        </button>
      }
    />
  )
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
