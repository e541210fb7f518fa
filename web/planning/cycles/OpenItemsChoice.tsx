import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { openCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { useOpenItemCount } from './use-open-item-count.ts'

/**
 * The number of unfinished items of a cycle, and the cycle `to` into which they move. If `to` is null, the items are
 * removed from their cycle. If `to` is undefined, they stay in it.
 */
export interface OpenItemsDestination {
  count: number
  to: CycleRow | null | undefined
}

interface OpenItemsChoiceProps {
  cycle: CycleRow
  /** True if the user can leave the items in the cycle. */
  canStay: boolean
  /**
   * Called with null until the unfinished items are counted. Then called with the destination, and again when the user
   * chooses another one.
   */
  onChange: (destination: OpenItemsDestination | null) => void
}

const noCycle = 'none'
const stay = 'stay'

/** Lets the user choose where the unfinished items of a cycle move when it ends. */
export function OpenItemsChoice({ cycle, canStay, onChange }: OpenItemsChoiceProps) {
  const { t, i18n } = useTranslation()
  const { name } = cycle
  const targets = useAtomValue(openCyclesAtom(cycle.project_id)).filter(({ id }) => id !== cycle.id)
  const [chosen, setChosen] = useState(targets[0]?.id ?? noCycle)
  const { value: count, ...loaded } = useOpenItemCount(cycle)
  const to = chosen === stay ? undefined : (targets.find(({ id }) => id === chosen) ?? null)
  const report = useEffectEvent(onChange)
  useEffect(() => {
    report(count === null ? null : { count, to: count === 0 ? undefined : to })
  }, [count, to])
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
            ...(canStay ? [{ value: stay, label: t('cycles.leaveItems', { name }) }] : []),
          ]}
        />
      )}
    </>
  )
}
