import { Select } from '../../../platform/ui/Select.tsx'
import type { DisplaySetting } from './display-choices.tsx'

/** One line of the display menu. */
export function DisplaySettingField({
  choice: { label, value, options, choose },
}: {
  choice: DisplaySetting
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3">
      <span className="text-soft">{label}</span>
      <Select size="sm" label={label} value={value} onChange={choose} options={options} />
    </div>
  )
}
