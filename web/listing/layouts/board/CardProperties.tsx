import type { ReactNode } from 'react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useCanEdit } from '../../../permissions/may.ts'
import { cx } from '../../../ui/cx.ts'
import { PropertyButton } from '../../properties/PropertyButton.tsx'
import type { OnCard } from '../../properties/property.ts'
import { isShown, registry, type Shown } from '../../properties/registry.ts'

interface CardPropertiesProps {
  row: WorkItemRow
  /** What the person wants to see; what has no value is left out all the same. */
  shown: Shown
}

/** What a card says besides its key, title and people; some of it is changed where it stands. */
export function CardProperties({ row, shown }: CardPropertiesProps) {
  const canEdit = useCanEdit(row)
  const present = onCards.filter(
    ({ property }) => isShown(property, shown) && property.isEmpty?.(row) !== true,
  )
  if (present.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.25 text-xs text-soft">
      {present.map((one) => (
        <CardProperty key={one.property.name} {...one} row={row} canEdit={canEdit} />
      ))}
    </div>
  )
}

const onCards = registry
  .flatMap((property) => {
    const { card, useValue } = property
    return card && useValue ? [{ property, card, useValue }] : []
  })
  .sort((a, b) => a.card.at - b.card.at)

type CardPropertyProps = (typeof onCards)[number] & { row: WorkItemRow; canEdit: boolean }

function CardProperty({ property, card, useValue, row, canEdit }: CardPropertyProps): ReactNode {
  const { words, content, isLate } = useValue(row, roomOn(card))
  if (content === null || card.as === 'bare') return content
  const icon = property.hasIcon && property.icon
  if (card.as === 'button') {
    return (
      <PropertyButton
        id={row.id}
        property={property.name}
        disabled={!canEdit}
        label={words}
        className={partClass}
      >
        {icon}
        {content}
      </PropertyButton>
    )
  }
  return (
    <span
      title={words}
      className={cx(
        'relative z-1 items-center rounded-sm [&>svg]:size-3.5',
        partClass,
        isLate && 'text-danger',
      )}
    >
      {icon}
      <span className="sr-only">{words}</span>
      <span aria-hidden>{content}</span>
    </span>
  )
}

function roomOn({ size }: OnCard) {
  return size === undefined ? {} : { size }
}

const partClass = 'inline-flex h-5 gap-1 border border-line px-1.25 tabular'
