import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import type { PublicVoteCounts } from '#common/sharing/publish/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'

interface VotesProps {
  votes: PublicVoteCounts
  /** Called when the user votes. It is null if the user cannot vote. */
  onVote: ((vote: PublicVoteCounts['own']) => void) | null
}

/** The numbers of votes for and against. A click adds or removes the user's own vote. */
export function Votes({ votes, onVote }: VotesProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and this group contains buttons
    <div role="group" aria-label={t('spaces.votes')} className="flex items-center gap-1">
      {([1, -1] as const).map((vote) => {
        const Icon = vote === 1 ? ArrowBigUp : ArrowBigDown
        const count = vote === 1 ? votes.up : votes.down
        const isMine = votes.own === vote
        return (
          <button
            key={vote}
            type="button"
            aria-label={t(vote === 1 ? 'spaces.voteUp' : 'spaces.voteDown', { count })}
            aria-pressed={isMine}
            aria-disabled={onVote === null}
            onClick={() => onVote?.(isMine ? 0 : vote)}
            className={cx(
              'touch-target flex h-control-sm items-center gap-1 rounded-full border px-2 text-sm font-medium tabular transition-colors',
              isMine ? 'border-accent bg-accent-soft text-accent-text' : 'border-line bg-raised text-soft',
              onVote !== null && !isMine && 'hover:border-line-strong',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {count}
          </button>
        )
      })}
    </div>
  )
}
