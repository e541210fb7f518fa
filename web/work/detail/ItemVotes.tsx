import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Tooltip } from '../../platform/ui/Tooltip.tsx'

const votesOnAtom = atomFamily((itemId: string) =>
  atom((get) => get(tables.votes.allAtom).filter(({ issue_id }) => issue_id === itemId)),
)

/** Live counts of votes for and against an item on its public board. Renders nothing without votes. */
export function ItemVotes({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  const votes = useAtomValue(votesOnAtom(itemId))
  if (votes.length === 0) return null
  const up = votes.filter(({ vote }) => vote === 1).length
  const down = votes.length - up
  return (
    <Tooltip label={t('workItems.votesHint')}>
      <span
        role="img"
        aria-label={t('workItems.votes', { up, down })}
        className="flex h-control-sm items-center gap-2 rounded-full border border-line bg-raised px-2 text-sm font-medium text-soft tabular"
      >
        <span aria-hidden className="flex items-center gap-1">
          <ArrowBigUp className="size-4" />
          {up}
        </span>
        <span aria-hidden className="flex items-center gap-1">
          <ArrowBigDown className="size-4" />
          {down}
        </span>
      </span>
    </Tooltip>
  )
}
