import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { usePaletteChoices } from '../../../platform/shell/palette-state.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { Popover } from '../../../platform/ui/Popover.tsx'
import type { RichFilters } from '../rich-filters.ts'
import { type DisplayProps, layoutChoice, useLayoutChoices } from './display-choices.tsx'
import { toPaletteChoice } from './palette-choice.tsx'

const panel = loadable(() => import('./DisplayPanel.tsx').then(({ DisplayPanel }) => DisplayPanel))

/** Menu for layout settings: grouping, order and shown properties. */
export function DisplayMenu({ filters, ...props }: DisplayProps & { filters: RichFilters }) {
  const { t } = useTranslation()
  const layoutChoices = useLayoutChoices(props)
  usePaletteChoices(() => ({
    name: t('display.display'),
    rows: [layoutChoice(props), ...layoutChoices].flatMap(toPaletteChoice),
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
      <LazyPart part={panel} props={{ ...props, filters }} fallback={<div className="h-80" />} />
    </Popover>
  )
}
