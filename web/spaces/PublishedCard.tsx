import type { PublicItem, PublishedBoard } from '#common/publish/calls.ts'
import { LabelTag } from '../ui/LabelTag.tsx'
import { PriorityIcon } from '../ui/PriorityIcon.tsx'

interface PublishedCardProps {
  board: PublishedBoard
  item: PublicItem
  onOpen: () => void
}

export function PublishedCard({ board, item, onOpen }: PublishedCardProps) {
  const labels = board.labels.filter(({ id }) => item.label_ids.includes(id))
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-col gap-1.5 rounded-md border border-line bg-sheet px-3 py-2.5 text-left transition-colors hover:bg-hover"
      >
        <span className="flex items-center gap-2 text-sm text-faint">
          <PriorityIcon priority={item.priority} />
          {item.key}
        </span>
        <span dir="auto" className="wrap-anywhere">
          {item.name}
        </span>
        {labels.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {labels.map(({ id, name, color }) => (
              <LabelTag key={id} name={name} color={color} />
            ))}
          </span>
        )}
      </button>
    </li>
  )
}
