import { ArrowBigDown, ArrowBigUp, MessageSquare } from 'lucide-react'
import type { PublicItem, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LabelTag } from '../../platform/ui/LabelTag.tsx'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import { GitBadge } from '../../work/listing/GitBadge.tsx'

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
        data-on-paper
        onClick={onOpen}
        className="flex w-full flex-col gap-1.5 rounded-md border border-line bg-sheet px-3 py-2.5 text-ui-start transition-colors hover:bg-hover"
      >
        <span className="flex items-center gap-2 text-sm text-faint">
          <PriorityIcon priority={item.priority} />
          {item.key}
          {item.git_state !== null && <GitBadge state={item.git_state} />}
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
        <FeedbackCounts item={item} />
      </button>
    </li>
  )
}

/** Shows the numbers of votes and comments, if there are any. */
function FeedbackCounts({ item: { votes, comment_count } }: { item: PublicItem }) {
  const { t } = useTranslation()
  const facts = [
    { Icon: ArrowBigUp, count: votes?.up ?? 0, words: 'spaces.voteUp' },
    { Icon: ArrowBigDown, count: votes?.down ?? 0, words: 'spaces.voteDown' },
    { Icon: MessageSquare, count: comment_count ?? 0, words: 'spaces.commentCount' },
  ] as const
  const shown = facts.filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  return (
    <span className="flex items-center gap-3 text-sm text-soft">
      {shown.map(({ Icon, count, words }) => (
        <span
          key={words}
          role="img"
          aria-label={t(words, { count })}
          className="flex items-center gap-1 tabular"
        >
          <Icon aria-hidden className="size-3.5" />
          {count}
        </span>
      ))}
    </span>
  )
}
