import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { dueUrgencyClass } from '../../platform/person/dates.ts'
import { cx } from '../../platform/ui/cx.ts'
import type { DisplayablePropertyName } from '../listing/properties/property.ts'
import { findProperty } from '../listing/properties/registry.ts'

interface RelatedItemLinePropertyProps {
  row: WorkItemRow
  name: DisplayablePropertyName
  className?: string
}

/** A read-only value of a property in a line of a related item. Renders nothing without a value. */
export function RelatedItemLineProperty({ name, ...props }: RelatedItemLinePropertyProps) {
  const property = findProperty(name)
  const { useValue, icon, hasIcon } = property ?? {}
  if (useValue === undefined) return null
  return <Fact {...props} useValue={useValue} icon={hasIcon && icon} />
}

type FactProps = Omit<RelatedItemLinePropertyProps, 'name'> & {
  useValue: NonNullable<NonNullable<ReturnType<typeof findProperty>>['useValue']>
  icon: React.ReactNode
}

function Fact({ row, className, useValue, icon }: FactProps) {
  const { words, content, tone } = useValue(row, { most: 2 })
  if (content === null || content === undefined) return null
  return (
    <span
      title={words}
      className={cx(
        'flex shrink-0 items-center gap-1 text-sm whitespace-nowrap tabular [&>svg]:size-3.5',
        tone ? dueUrgencyClass[tone] : 'text-soft',
        className,
      )}
    >
      {icon}
      <span className="sr-only">{words}</span>
      <span aria-hidden className="flex items-center gap-1">
        {content}
      </span>
    </span>
  )
}
