import { t } from '../../../locales/i18n.ts'
import type { Choosing } from '../../../platform/shell/palette-state.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { focusAtHand } from '../selection/at-hand.ts'
import type { DisplayChoice } from './display-choices.tsx'

/** A choice as a row of the palette and its page; none where there is nothing to choose. */
export function choosing({ id, label, icon, value, options, choose }: DisplayChoice): Choosing[] {
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
        focusAtHand()
        return true
      }}
    />
  )
  return [{ id, label, icon, hint, keywords, page }]
}
