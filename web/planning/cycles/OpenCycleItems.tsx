import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { openCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { endCycle, moveUnfinishedItems } from './actions.ts'
import { useOpenItemCount } from './use-open-item-count.ts'

interface OpenCycleItemsProps {
  cycle: CycleRow
  action: 'end' | 'transfer'
  onClose: () => void
}

const noCycle = 'none'
const stay = 'stay'

/**
 * The dialog that ends a cycle, or moves the unfinished items of a completed cycle. The user chooses where the
 * unfinished items move.
 */
export function OpenCycleItems({ cycle, action, onClose }: OpenCycleItemsProps) {
  const { t, i18n } = useTranslation()
  const isEnding = action === 'end'
  const { name } = cycle
  const targets = useAtomValue(openCyclesAtom(cycle.project_id)).filter(({ id }) => id !== cycle.id)
  const [chosen, setChosen] = useState(targets[0]?.id ?? noCycle)
  const { value: left, ...loaded } = useOpenItemCount(cycle)
  const to = targets.find(({ id }) => id === chosen)

  function submit(): void {
    if (left === null) return
    if (isEnding) void endCycle(cycle, left === 0 || chosen === stay ? undefined : (to ?? null))
    else if (left > 0) void moveUnfinishedItems(cycle, to ?? null)
    onClose()
  }

  return (
    <FormDialog
      title={t(isEnding ? 'cycles.endTitle' : 'cycles.transferTitle', { name })}
      onSubmit={submit}
      submit={t(isEnding ? 'cycles.end' : 'cycles.transferDo')}
      disabled={left === null || (!isEnding && left === 0)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <LoadedContent compact of={loaded}>
          {left === 0 ? (
            <p>{t('cycles.nothingLeft', { name })}</p>
          ) : (
            <div>
              <p>{t('cycles.openLeft', { count: left ?? 0, name })}</p>
              <p className="text-soft">{t('cycles.progressStays', { name })}</p>
            </div>
          )}
        </LoadedContent>
        {left !== null && left > 0 && (
          <RadioGroup
            label={t(isEnding ? 'cycles.openItems' : 'cycles.transferTo')}
            value={chosen}
            onChange={setChosen}
            options={[
              ...targets.map((target) => ({
                value: target.id,
                label: target.name,
                hint: cycleDaysText(target, i18n.language),
              })),
              { value: noCycle, label: t('workItems.none.cycle'), hint: t('cycles.noCycleHint') },
              ...(isEnding ? [{ value: stay, label: t('cycles.leaveItems', { name }) }] : []),
            ]}
          />
        )}
      </div>
    </FormDialog>
  )
}
