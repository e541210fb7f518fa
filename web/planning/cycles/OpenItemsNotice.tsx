import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { lazyOpenCycleItems } from './lazy-open-cycle-items.ts'
import { useOpenItemCount } from './use-open-item-count.ts'

/** Reports that a completed cycle still contains unfinished items, and offers to move them. */
export function OpenItemsNotice({ cycle }: { cycle: CycleRow }) {
  const { t } = useTranslation()
  const { value: count } = useOpenItemCount(cycle)
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      {count !== null && count > 0 && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-gutter py-1.5"
        >
          <p className="min-w-0 flex-1 basis-60">{t('cycles.openLeft', { count, name: cycle.name })}</p>
          <Button icon={<ArrowRightLeft />} onClick={() => setMoving(true)}>
            {t('cycles.transferDo')}
          </Button>
        </div>
      )}
      {isMoving && (
        <LazyComponent
          part={lazyOpenCycleItems}
          props={{ cycle, action: 'transfer' as const, onClose: () => setMoving(false) }}
        />
      )}
    </>
  )
}
