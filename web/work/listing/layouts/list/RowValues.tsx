import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { dueUrgencyClass } from '../../../../platform/person/dates.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { PropertyButton } from '../../properties/PropertyButton.tsx'
import { isPropertyShown, itemPropertyRegistry, type ShownProperties } from '../../properties/registry.ts'

interface RowValuesProps {
  row: WorkItemRow
  shown: ShownProperties
  canEdit: boolean
  /**
   * The position of the values: before the title, directly after the title, or at the end of the row. Values
   * at the end are aligned in columns across rows.
   */
  where: 'before' | 'title' | 'end'
}

/** The property values in a row. */
export function RowValues({ row, shown, canEdit, where }: RowValuesProps) {
  return inRows[where].flatMap(({ property, ...rest }) =>
    isPropertyShown(property, shown) ? (
      <RowValue key={property.name} property={property} {...rest} row={row} canEdit={canEdit} />
    ) : (
      []
    ),
  )
}

const sorted = itemPropertyRegistry
  .flatMap((property) => {
    const { row, useValue } = property
    return row && useValue ? [{ property, ...row, useValue }] : []
  })
  .sort((a, b) => a.at - b.at)
const inRows = {
  before: sorted.filter(({ at }) => at < 0),
  title: sorted.filter(({ at }) => at >= 0 && at < 1),
  end: sorted.filter(({ at }) => at >= 1),
}

/** Maximum number of labels in a row. Further labels are shown as a count. */
const most = 2

type RowValueProps = (typeof sorted)[number] & { row: WorkItemRow; canEdit: boolean }

function RowValue({ property, at, className, useValue, row, canEdit }: RowValueProps) {
  const { name, icon, hasIcon, pick } = property
  const { words, content, tone, isPlain } = useValue(row, { most })
  if (pick) {
    return (
      <PropertyButton
        id={row.id}
        property={name}
        disabled={!canEdit}
        isEmpty={content === null}
        label={words}
        className={cx(
          'flex h-6 shrink-0 hover:bg-active aria-expanded:bg-active disabled:hover:bg-transparent',
          hasIcon && 'justify-start gap-1 px-1 text-sm whitespace-nowrap tabular',
          hasIcon && (tone ? dueUrgencyClass[tone] : 'text-soft'),
          className,
        )}
      >
        {(hasIcon || content === null) && (
          <span
            className={cx(
              hasIcon && '[&>svg]:size-3.5!',
              content === null ? unsetClass : !tone && 'text-icon-faint',
            )}
          >
            {icon}
          </span>
        )}
        {hasIcon ? content !== null && <span className="truncate">{content}</span> : content}
      </PropertyButton>
    )
  }
  if (!hasIcon) return <span className={className}>{content}</span>
  // At the end of a row, an empty value keeps its width, so that the values before it stay aligned across
  // rows.
  if (property.isEmpty?.(row)) return at >= 1 ? <span className={cx('shrink-0', className)} /> : null
  return (
    <span
      title={words}
      className={cx(
        'flex shrink-0 items-center gap-1 text-sm whitespace-nowrap text-faint tabular [&>svg]:size-3.5 [&>svg]:text-icon-faint',
        className,
      )}
    >
      {!isPlain && icon}
      <span className="sr-only">{words}</span>
      <span aria-hidden>{content}</span>
    </span>
  )
}

/** The style of buttons without a value. They are only visible while the row is hovered or focused. */
const unsetClass =
  'invisible text-icon-faint group-focus-within/row:visible group-hover/row:visible coarse:visible'
