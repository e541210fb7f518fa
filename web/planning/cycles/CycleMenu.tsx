import { useAtomValue } from 'jotai'
import { ArrowRightLeft, CalendarDays, CirclePlay, CircleStop, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { cycleDraftsAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { CycleOrModuleMenu } from '../cycles-and-modules/CycleOrModuleMenu.tsx'
import { cycleDefinition } from './actions.ts'
import { lazyOpenCycleItems } from './lazy-open-cycle-items.ts'
import { useCycleRights } from './rights.ts'

const lastDay = loadable(() =>
  import('./CycleLastDayDialog.tsx').then(({ CycleLastDayDialog }) => CycleLastDayDialog),
)

const startCycle = loadable(() => import('./StartCycle.tsx').then(({ StartCycle }) => StartCycle))

/** The menu of actions on a cycle, used in the list and on its screen. */
export function CycleMenu({ cycle, onDelete }: { cycle: CycleRow; onDelete?: () => void }) {
  const { t } = useTranslation()
  const rights = useCycleRights(cycle.project_id)
  const [openItems, setOpenItems] = useState<'end' | 'transfer' | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const [changed, setChanged] = useState<'reopen' | 'correct' | null>(null)
  const drafts = useAtomValue(cycleDraftsAtom(cycle.project_id))
  const at = drafts.findIndex(({ id }) => id === cycle.id)
  return (
    <>
      <CycleOrModuleMenu definition={cycleDefinition} row={cycle} onDelete={onDelete}>
        {rights.edit(cycle) && at >= 0 && drafts.length > 1 && (
          <ReorderMenuItems
            row={cycle.id}
            order={cycleDefinition.orderOf(drafts)}
            isFirst={at === 0}
            isLast={at === drafts.length - 1}
          />
        )}
        {rights.start(cycle) && (
          <MenuItem icon={<CirclePlay />} onSelect={() => setIsStarting(true)}>
            {t('cycles.start')}
          </MenuItem>
        )}
        {rights.end(cycle) && (
          <MenuItem icon={<CircleStop />} onSelect={() => setOpenItems('end')}>
            {t('cycles.end')}
          </MenuItem>
        )}
        {rights.reopen(cycle) && (
          <MenuItem icon={<RotateCcw />} onSelect={() => setChanged('reopen')}>
            {t('cycles.reopen')}
          </MenuItem>
        )}
        {rights.correct(cycle) && (
          <MenuItem icon={<CalendarDays />} onSelect={() => setChanged('correct')}>
            {t('cycles.correct')}
          </MenuItem>
        )}
        {rights.transfer(cycle) && (
          <MenuItem icon={<ArrowRightLeft />} onSelect={() => setOpenItems('transfer')}>
            {t('cycles.transfer')}
          </MenuItem>
        )}
      </CycleOrModuleMenu>
      {isStarting && (
        <LazyComponent part={startCycle} props={{ cycle, onClose: () => setIsStarting(false) }} />
      )}
      {openItems !== null && (
        <LazyComponent
          part={lazyOpenCycleItems}
          props={{ cycle, action: openItems, onClose: () => setOpenItems(null) }}
        />
      )}
      {changed !== null && (
        <LazyComponent part={lastDay} props={{ cycle, action: changed, onClose: () => setChanged(null) }} />
      )}
    </>
  )
}
