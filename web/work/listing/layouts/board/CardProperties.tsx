import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { dueUrgencyClass } from '../../../../platform/person/dates.ts'
import { useCanEditItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { useIsPrinting } from '../../../../platform/ui/printing.ts'
import { PropertyButton } from '../../properties/PropertyButton.tsx'
import type { CardOptions, PropertyValueText } from '../../properties/property.ts'
import { isPropertyShown, itemPropertyRegistry, type ShownProperties } from '../../properties/registry.ts'
import { HiddenCardValues } from './HiddenCardValues.tsx'
import { useFittingValues } from './use-fitting-values.ts'

interface CardPropertiesProps {
  row: WorkItemRow
  /**
   * The properties that the user wants to see. Properties without a value are hidden even if the user wants to see
   * them.
   */
  shown: ShownProperties
}

/**
 * The properties of a card besides key, title and people, in at most two lines. Some of them can be edited on the
 * card. A button shows the values that do not fit.
 */
export function CardProperties({ row, shown }: CardPropertiesProps) {
  const canEdit = useCanEditItem(row)
  const element = useRef<HTMLDivElement>(null)
  const values = cardValues(row, shown)
  const { hidden, isMeasured, remeasure } = useFittingValues(element, values.length, row, shown)
  const isPrinting = useIsPrinting()
  if (values.length === 0) return null
  const hiddenNames = isPrinting ? [] : hidden
  const isHidden = ({ start }: ShownCardValue) => hiddenNames.includes(start.property.name)
  const hiddenValues = values.filter(isHidden)
  return (
    <div
      ref={element}
      className="flex max-h-11.25 flex-wrap items-center gap-x-2.5 gap-y-1.25 overflow-clip [overflow-clip-margin:4px] print:max-h-none text-xs text-soft"
    >
      {values
        .filter((value) => !isMeasured || !isHidden(value))
        .map(({ start, end }) => (
          <span key={start.property.name} data-value={start.property.name} className="contents">
            {end === undefined ? (
              <CardProperty {...start} row={row} canEdit={canEdit} onChange={remeasure} />
            ) : (
              <CardSpan start={start} end={end} row={row} />
            )}
          </span>
        ))}
      {/* The button stays in the page while the values are measured again, so that its popover stays open. */}
      {hiddenValues.length > 0 && (
        <HiddenCardValues
          row={row}
          values={hiddenValues.flatMap(({ start, end }) => (end ? [start, end] : [start]))}
        />
      )}
    </div>
  )
}

const onCards = itemPropertyRegistry
  .flatMap((property) => {
    const { card, useValue } = property
    return card && useValue ? [{ property, card, useValue }] : []
  })
  .sort((a, b) => a.card.at - b.card.at)

type CardPropertyDefinition = (typeof onCards)[number]

/**
 * A value that a card shows. If `end` is set, the card shows both properties as one range, such as start date and due
 * date.
 */
interface ShownCardValue {
  start: CardPropertyDefinition
  end: CardPropertyDefinition | undefined
}

function cardValues(row: WorkItemRow, shown: ShownProperties): ShownCardValue[] {
  const present = onCards.filter(
    ({ property }) => isPropertyShown(property, shown) && property.isEmpty?.(row) !== true,
  )
  const values = present.map((start) => ({
    start,
    end: present.find(({ property }) => property.name === start.card.until),
  }))
  return values.filter(({ start }) => !values.some(({ end }) => end === start))
}

function CardProperty({
  property,
  card,
  useValue,
  row,
  canEdit,
  onChange,
}: CardPropertyDefinition & { row: WorkItemRow; canEdit: boolean; onChange: () => void }): ReactNode {
  const value = useValue(row, roomOn(card))
  const { words, content } = value
  // Measure again if the text of the value has changed. The text can change although the row does not, for example when
  // the cycle of the item is renamed or loaded.
  const measuredWords = useRef(words)
  useLayoutEffect(() => {
    if (measuredWords.current !== words) onChange()
    measuredWords.current = words
  }, [words, onChange])
  if (content === null) return null
  if (card.as === 'bare')
    return <span className="flex max-w-[calc(100%-2.25rem)] min-w-0 gap-1.25">{content}</span>
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
function CardSpan({
  start,
  end,
  row,
}: {
  start: CardPropertyDefinition
  end: CardPropertyDefinition
  row: WorkItemRow
}) {
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
