import type { ReactElement } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { cycleProperty } from '../properties/cycle.tsx'
import { estimateProperty } from '../properties/estimate.tsx'
import type { PropertyValueText } from '../properties/property.ts'
import { isPropertyShown, type ShownProperties } from '../properties/registry.ts'

const { useValue: useEstimate } = estimateProperty
const { useValue: useCycle } = cycleProperty

interface ItemPropertyValuesProps {
  row: WorkItemRow
  shown: ShownProperties
  /** True in layouts that have no room for the name of the cycle. */
  compact?: boolean
}

/**
 * The estimate and the cycle of an item in the calendar and on the timeline, read-only. The name of the
 * cycle is hidden if the container is narrow.
 */
export function ItemPropertyValues({ row, shown, compact = false }: ItemPropertyValuesProps) {
  const values = { estimate: useEstimate(row), cycle: useCycle(row) }
  return (
    <>
      {isPropertyShown(estimateProperty, shown) && (
        <Fact icon={estimateProperty.icon} value={values.estimate} className="flex" />
      )}
      {!compact && isPropertyShown(cycleProperty, shown) && (
        <Fact icon={cycleProperty.icon} value={values.cycle} className="hidden @md:flex" />
      )}
    </>
  )
}

interface FactProps {
  icon: ReactElement
  value: PropertyValueText
  className: string
}

function Fact({ icon, value: { words, content }, className }: FactProps) {
  if (content === null) return null
  return (
    <span
      title={words}
      className={cx(
        'shrink-0 items-center gap-0.75 text-xs font-normal whitespace-nowrap text-faint tabular [&>svg]:size-3 [&>svg]:text-icon-faint',
        className,
      )}
    >
      {icon}
      <span className="sr-only">{words}</span>
      <span aria-hidden>{content}</span>
    </span>
  )
}

/**
 * Returns the estimate and the cycle of an item as text, if the user wants to see them. The texts are for
 * tooltips and screen readers in places where only the title fits.
 */
export function useItemValueTexts(row: WorkItemRow, shown: ShownProperties): string[] {
  const values = [useEstimate(row), useCycle(row)]
  return [estimateProperty, cycleProperty].flatMap((property, at) => {
    const value = values[at]
    return value?.content && isPropertyShown(property, shown) ? value.words : []
  })
}
