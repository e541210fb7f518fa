import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { usePaletteChoices } from '../../../platform/shell/palette-state.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { Popover } from '../../../platform/ui/Popover.tsx'
import type { RichFilters } from '../rich-filters.ts'
import {
  createLayoutSetting,
  type DisplaySettingsProps,
  useLayoutDisplaySettings,
} from './display-choices.tsx'
import { displaySettingToPaletteChoice } from './palette-choice.tsx'

const panel = loadable(() => import('./DisplayPanel.tsx').then(({ DisplayPanel }) => DisplayPanel))

const filterValues = loadable(() =>
  import('../filters/FilterValueRows.tsx').then(({ FilterValueRows }) => FilterValueRows),
)

interface DisplayMenuProps extends DisplaySettingsProps {
  filters: RichFilters
  onFiltersChange: (filters: RichFilters) => void
}

/** Menu for layout settings: grouping, order and shown properties. */
export function DisplayMenu({ filters, onFiltersChange, ...props }: DisplayMenuProps) {
  const { t } = useTranslation()
  const layoutChoices = useLayoutDisplaySettings(props)
  usePaletteChoices(() => ({
    name: t('display.display'),
    rows: [createLayoutSetting(props), ...layoutChoices].flatMap(displaySettingToPaletteChoice),
    values: (
      <LazyComponent part={filterValues} props={{ scope: props.scope, filters, onChange: onFiltersChange }} />
    ),
  }))
  return (
    <Popover
      label={t('display.display')}
      align="end"
      className="w-78 p-0!"
      preload={panel.preload}
      trigger={
        <Button size="sm" variant="ghost" icon={<SlidersHorizontal />}>
          <span className="max-sm:sr-only">{t('display.display')}</span>
        </Button>
      }
    >
      <LazyComponent part={panel} props={{ ...props, filters }} fallback={<div className="h-80" />} />
    </Popover>
  )
}
