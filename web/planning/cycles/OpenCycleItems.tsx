import { useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { endCycle, moveUnfinishedItems } from './actions.ts'
import { OpenItemsChoice } from './OpenItemsChoice.tsx'
import type { OpenItemsDestination } from './open-items-destination.ts'

interface OpenCycleItemsProps {
  cycle: CycleRow
  action: 'end' | 'transfer'
  onClose: () => void
}

/**
 * The dialog that ends a cycle, or moves the unfinished items of a completed cycle. The user chooses where the
 * unfinished items move.
 */
export function OpenCycleItems({ cycle, action, onClose }: OpenCycleItemsProps) {
  const { t } = useTranslation()
  const isEnding = action === 'end'
  const { name } = cycle
  const [destination, setDestination] = useState<OpenItemsDestination | null>(null)

  function submit(): void {
    if (destination === null) return
    if (isEnding) void endCycle(cycle, destination.to)
    else void moveUnfinishedItems(cycle, destination.to ?? null)
    onClose()
  }

  return (
    <FormDialog
      title={t(isEnding ? 'cycles.endTitle' : 'cycles.transferTitle', { name })}
      onSubmit={submit}
      submit={t(isEnding ? 'cycles.end' : 'cycles.transferDo')}
      disabled={destination === null || (!isEnding && destination.count === 0)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isEnding && <p>{t('cycles.endText', { name })}</p>}
        <OpenItemsChoice cycle={cycle} canStay={isEnding} onChange={setDestination} />
      </div>
    </FormDialog>
  )
}
