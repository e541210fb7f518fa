import type { ReactNode } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { dueUrgencyClass } from '../../../../platform/person/dates.ts'
import { useCanEditItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { PropertyButton } from '../../properties/PropertyButton.tsx'
import type { CardOptions, PropertyValueText } from '../../properties/property.ts'
import { isPropertyShown, itemPropertyRegistry, type ShownProperties } from '../../properties/registry.ts'

interface CardPropertiesProps {
  row: WorkItemRow
  /**
   * The properties that the user wants to see. Properties without a value are hidden even if the user wants to see
   * them.
   */
  shown: ShownProperties
}

/** The properties of a card besides key, title and people. Some of them can be edited on the card. */
export function CardProperties({ row, shown }: CardPropertiesProps) {
  const canEdit = useCanEditItem(row)
  const present = onCards.filter(
    ({ property }) => isPropertyShown(property, shown) && property.isEmpty?.(row) !== true,
  )
  if (present.length === 0) return null
  const ends = present.map(({ card }) => present.find(({ property }) => property.name === card.until))
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.25 text-xs text-soft">
      {present.map((one, at) => {
        const end = ends[at]
        const { name } = one.property
        if (end !== undefined) return <CardSpan key={name} start={one} end={end} row={row} />
        return ends.includes(one) ? null : <CardProperty key={name} {...one} row={row} canEdit={canEdit} />
      })}
    </div>
  )
}

const onCards = itemPropertyRegistry
  .flatMap((property) => {
    const { card, useValue } = property
    return card && useValue ? [{ property, card, useValue }] : []
  })
  .sort((a, b) => a.card.at - b.card.at)

type CardValue = (typeof onCards)[number]

function CardProperty({
  property,
  card,
  useValue,
  row,
  canEdit,
}: CardValue & { row: WorkItemRow; canEdit: boolean }): ReactNode {
  const value = useValue(row, roomOn(card))
  const { words, content } = value
  if (content === null) return null
  if (card.as === 'bare') return <span className="flex min-w-0 flex-wrap gap-1.25">{content}</span>
  const icon = property.hasIcon && !value.isPlain && property.icon
  if (card.as === 'button') {
    return (
      <PropertyButton
        id={row.id}
        property={property.name}
        disabled={!canEdit}
        label={words}
        // The negative margin makes the hover area wider than the text without taking room from its neighbors.
        className={cx(
          '-mx-1 inline-flex h-5 px-1 hover:bg-active aria-expanded:bg-active disabled:hover:bg-transparent',
          icon && 'gap-1 [&>svg]:size-3.5 [&>svg]:text-icon-faint',
        )}
      >
        {icon}
        {content}
      </PropertyButton>
    )
  }
  return (
    <span title={words} className={factClass}>
      {icon}
      <span className="sr-only">{words}</span>
      <Toned {...value} />
    </span>
  )
}

/** Two dates as one range: "Oct 29 → Dec 4". */
function CardSpan({ start, end, row }: { start: CardValue; end: CardValue; row: WorkItemRow }) {
  const first = start.useValue(row, {})
  const last = end.useValue(row, {})
  const words = `${first.words}, ${last.words}`
  return (
    <span title={words} className={factClass}>
      {end.property.icon}
      <span className="sr-only">{words}</span>
      <Toned {...first} />
      <span aria-hidden className="text-faint">
        →
      </span>
      <Toned {...last} />
    </span>
  )
}

function Toned({ content, tone }: PropertyValueText) {
  return (
    <span aria-hidden className={cx(tone && `font-medium ${dueUrgencyClass[tone]}`)}>
      {content}
    </span>
  )
}

function roomOn({ size, most }: CardOptions) {
  return { ...(size && { size }), ...(most && { most }) }
}

const factClass =
  'relative z-1 inline-flex h-5 items-center gap-1 tabular [&>svg]:size-3.5 [&>svg]:text-icon-faint'
