import { useAtomValue } from 'jotai'
import { memo, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { busyAtom } from '../../shell/presence.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { tables } from '../../sync/tables.ts'
import { AvatarStack } from '../../ui/AvatarStack.tsx'
import { cx } from '../../ui/cx.ts'
import { personColor } from '../../ui/person-color.ts'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { peopleAtom } from '../../users/people.ts'
import { keyOf } from '../actions.ts'
import { isOverdue } from '../dates.ts'
import { useCardDrag } from '../drag.ts'
import { stop } from './keyboard-move.ts'

interface CalendarItemProps {
  id: string
  day: string
  withKey: boolean
  /** Where there is room for whole titles and people. */
  roomy?: boolean
  selected: boolean
  lifted: boolean
  onOpen: (id: string) => void
}

/** One work item on its day. */
export const CalendarItem = memo(function CalendarItem({
  id,
  day,
  withKey,
  roomy,
  selected,
  lifted,
  onOpen,
}: CalendarItemProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  const assignees = useAtomValue(peopleAtom((roomy && row?.assignee_ids.join(',')) || ''))
  const busy = useAtomValue(busyAtom(`project:${row?.project_id}|${id}`))
  const element = useRef<HTMLAnchorElement>(null)
  const { dragging } = useCardDrag(element, id, day)
  if (row === undefined) return null
  const late = isOverdue(row)
  const isOver = row.state__group === 'completed' || row.state__group === 'cancelled'
  return (
    <a
      ref={element}
      data-card={id}
      {...stop}
      href={`/${currentSlug()}/browse/${keyOf(row)}`}
      title={roomy ? undefined : row.name}
      aria-describedby="calendar-keys"
      aria-current={lifted || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen(id)
      }}
      style={busy ? { boxShadow: `0 0 0 1.5px ${personColor(busy.user_id)}` } : undefined}
      className={cx(
        'flex min-w-0 cursor-default select-none gap-1.5 rounded-sm border bg-raised font-medium transition-[border-color] [-webkit-touch-callout:none]',
        roomy
          ? 'min-h-8 px-2 py-1.25 coarse:min-h-11 coarse:items-center'
          : 'h-6 items-center px-1.25 text-sm',
        selected || lifted
          ? 'border-accent shadow-[0_0_0_1px_var(--accent)]'
          : 'border-line hover:border-line-strong',
        dragging && 'border-dashed border-line-strong opacity-45',
      )}
    >
      {state && (
        <span className={cx('flex shrink-0', roomy && 'h-5 items-center')}>
          <StateIcon group={state.group} color={state.color} size={14} />
        </span>
      )}
      {withKey && (
        <span className={cx('shrink-0 text-xs text-faint tabular', roomy && 'leading-5')}>{keyOf(row)}</span>
      )}
      <span
        className={cx(
          roomy ? 'line-clamp-3 min-w-0 flex-1 [overflow-wrap:anywhere]' : 'truncate',
          late && 'text-danger',
          isOver && 'text-soft',
        )}
      >
        {row.name}
      </span>
      {late && <span className="sr-only">{t('workItems.due.overdue')}</span>}
      {assignees.length > 0 && (
        <AvatarStack
          size="xs"
          max={2}
          label={t('workItems.assignees')}
          people={assignees.map(({ id: person, display_name, avatar_url }) => ({
            id: person,
            name: display_name,
            src: avatar_url,
          }))}
        />
      )}
    </a>
  )
})
