import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from '../../platform/ui/cx.ts'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import { formatItemKey } from '../../work/work-items/actions.ts'
import { IntakeAuthor } from './IntakeAuthor.tsx'
import { IntakeStatusBadge } from './IntakeStatusBadge.tsx'
import type { IntakeListEntry } from './use-intake.ts'

interface IntakeListRowProps extends IntakeListEntry {
  isChosen: boolean
  to: string
}

/** One line of the list: title, author, time and status. */
export function IntakeListRow({ row, item, status, isChosen, to }: IntakeListRowProps) {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={line} className={cx('border-b border-line', isChosen ? 'bg-active' : 'hover:bg-hover')}>
      <Link
        replace
        to={to}
        aria-current={isChosen ? 'true' : undefined}
        className="flex flex-col gap-1 px-3 py-2.5 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
      >
        <span className="flex items-center gap-2 text-sm text-faint">
          <span className="tabular">{formatItemKey(item)}</span>
          <span className="ms-auto flex items-center gap-2">
            <IntakeStatusBadge status={status} snoozedTill={row.snoozed_till} />
            {item.priority !== 'none' && <PriorityIcon priority={item.priority} />}
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 font-medium">
          {item.name}
        </span>
        <IntakeAuthor {...row} />
      </Link>
    </li>
  )
}
