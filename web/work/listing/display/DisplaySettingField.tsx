import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Select } from '../../../platform/ui/Select.tsx'
import type { DisplaySetting } from './display-choices.tsx'

interface DisplaySettingFieldProps {
  choice: DisplaySetting
  /** A second setting with two values. A button beside the field switches between the values. */
  toggle?: DisplaySetting | undefined
}

/** One line of the display menu. */
export function DisplaySettingField({
  choice: { label, value, options, choose },
  toggle,
}: DisplaySettingFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3">
      <span className="text-soft">{label}</span>
      <span className="flex min-w-0 items-center gap-1 *:first:min-w-0 *:first:flex-1">
        <Select size="sm" label={label} value={value} onChange={choose} options={options} />
        {toggle && <ToggleButton toggle={toggle} />}
      </span>
    </div>
  )
}

function ToggleButton({ toggle }: { toggle: DisplaySetting }) {
  const now = toggle.options.find((one) => one.value === toggle.value)
  const other = toggle.options.find((one) => one.value !== toggle.value)
  return (
    <IconButton
      size="sm"
      icon={toggle.icon}
      label={`${toggle.label}: ${now?.label ?? ''}`}
      onClick={() => other && toggle.choose(other.value)}
    />
  )
}
