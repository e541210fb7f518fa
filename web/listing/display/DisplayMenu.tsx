import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { loadable } from '../../ui/loadable.ts'
import { Popover } from '../../ui/Popover.tsx'
import type { DisplayPanelProps } from './DisplayPanel.tsx'

const panel = loadable(() => import('./DisplayPanel.tsx').then(({ DisplayPanel }) => DisplayPanel))

/** How the items are arranged, and what of them is shown. */
export function DisplayMenu(props: DisplayPanelProps) {
  const { t } = useTranslation()
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
      <LazyPart part={panel} props={props} fallback={<div className="h-80" />} />
    </Popover>
  )
}
