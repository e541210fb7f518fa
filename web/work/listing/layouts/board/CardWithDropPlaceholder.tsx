import { Card } from './Card.tsx'
import { DropPlaceholder } from './DropPlaceholder.tsx'
import type { SharedCellProps } from './keyboard-move-target.ts'

type CardWithDropPlaceholderProps = Pick<
  SharedCellProps,
  'cell' | 'manual' | 'shown' | 'selected' | 'lifted' | 'landing' | 'onOpen'
> & {
  id: string
}

/** A card, preceded by the placeholder of a dragged card that would be dropped before it. */
export function CardWithDropPlaceholder({
  id,
  cell,
  manual,
  shown,
  selected,
  lifted,
  landing,
  onOpen,
}: CardWithDropPlaceholderProps) {
  return (
    <div data-drop-slot={id}>
      {landing?.before === id && <DropPlaceholder />}
      <Card
        id={id}
        cell={cell}
        manual={manual}
        shown={shown}
        peeked={selected === id}
        lifted={lifted === id}
        onOpen={onOpen}
      />
    </div>
  )
}
