import { t } from '../../../locales/i18n.ts'
import type { PaletteChoice } from '../../../platform/shell/palette-state.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { focusCurrentItem } from '../selection/current-item.ts'
import type { DisplaySetting } from './display-choices.tsx'

/**
 * Returns a display setting as a palette row that opens a page with the options. Returns nothing if there is
 * only one option.
 */
export function displaySettingToPaletteChoice({
  id,
  label,
  icon,
  value,
  options,
  choose,
}: DisplaySetting): PaletteChoice[] {
  if (options.length < 2) return []
  const keywords = [t('display.display'), ...(id === 'group' ? [t('display.groupList')] : [])]
  const hint = options.find((one) => one.value === value)?.label
  const page = (
    <Picker
      label={label}
      options={options}
      value={value}
      onChange={(next) => next !== null && choose(next)}
      finalFocus={() => {
        focusCurrentItem()
        return true
      }}
    />
  )
  return [{ id, label, icon, hint, keywords, page }]
}
