import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { openCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import {
  noCycle,
  type OpenItemsDestination,
  openItemsDestination,
  stayInCycle,
} from './open-items-destination.ts'
import { useOpenItemCount } from './use-open-item-count.ts'

interface OpenItemsChoiceProps {
  cycle: CycleRow
  /**
   * True if the user can leave the items in the cycle. The choice is not offered if automatic cycles move the items
   * anyway.
   */
  canStay: boolean
  /**
   * Called with null until the unfinished items are counted, and if the chosen cycle disappears. Otherwise called with
   * the destination, and again when the user chooses another one.
   */
  onChange: (destination: OpenItemsDestination | null) => void
}

/** Lets the user choose where the unfinished items of a cycle move when it ends. */
export function OpenItemsChoice({ cycle, onChange, ...props }: OpenItemsChoiceProps) {
  const { t, i18n } = useTranslation()
  const { name } = cycle
  const rollsOver = useAtomValue(tables.projects.rowAtom(cycle.project_id))?.automatic_cycles?.rolls_over
  const canStay = props.canStay && rollsOver !== true
  const targets = useAtomValue(openCyclesAtom(cycle.project_id)).filter(({ id }) => id !== cycle.id)
  const [chosen, setChosen] = useState(targets[0]?.id ?? noCycle)
  const { value: count, ...loaded } = useOpenItemCount(cycle)
  const destination = openItemsDestination({ count, chosen, targets, canStay })
  // The destination is a new object after each render, so the effect depends on its parts.
  const isReady = destination !== null
  const to = destination?.to
  const report = useEffectEvent(onChange)
  useEffect(() => {
    report(isReady && count !== null ? { count, to } : null)
  }, [isReady, count, to])
  return (
    <>
      <LoadedContent compact of={loaded}>
        {count === 0 ? (
          <p>{t('cycles.nothingLeft', { name })}</p>
        ) : (
          <div className="flex flex-col gap-1">
            <p>{t('cycles.openLeft', { count: count ?? 0, name })}</p>
            {canStay ? (
              <p className="font-medium">{t('cycles.openItems')}</p>
            ) : (
              <p className="text-soft">{t('cycles.progressStays', { name })}</p>
            )}
          </div>
        )}
      </LoadedContent>
      {count !== null && count > 0 && (
        <RadioGroup
          label={t(canStay ? 'cycles.openItems' : 'cycles.transferTo')}
          value={chosen}
          onChange={setChosen}
          options={[
            ...targets.map((target) => ({
              value: target.id,
              label: target.name,
              hint: cycleDaysText(target, i18n.language),
            })),
            { value: noCycle, label: t('workItems.none.cycle'), hint: t('cycles.noCycleHint') },
            ...(canStay ? [{ value: stayInCycle, label: t('cycles.leaveItems', { name }) }] : []),
          ]}
        />
      )}
    </>
  )
}
