import { useAtomValue } from 'jotai'
import { memo, useRef } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { PeopleStack } from '../../../../platform/person/PeopleStack.tsx'
import { peopleByIdsAtom } from '../../../../platform/person/people.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { formatItemKey, getItemPath, getItemTitle } from '../../../work-items/actions.ts'
import { DropLine } from '../../drag/DropLine.tsx'
import { useCardDrag } from '../../drag/drag.ts'
import { useFocusWhenRendered } from '../../drag/focus-next.ts'
import { useKeepFocusOnMovedItem } from '../../drag/keep-focus.ts'
import { GitBadge } from '../../GitBadge.tsx'
import type { ShownProperties } from '../../properties/registry.ts'
import { ItemSelectBox } from '../../selection/ItemSelectBox.tsx'
import { useIsSelected } from '../../selection/selected.ts'
import { DraftProject } from '../DraftProject.tsx'
import { handleItemClick } from '../handle-item-click.ts'
import { ItemPresenceOutline } from '../ItemPresenceOutline.tsx'
import { ParentLabel } from '../ParentLabel.tsx'
import { useFlashWhenCreated } from '../use-flash-when-created.ts'
import { CardProperties } from './CardProperties.tsx'

interface CardProps {
  id: string
  cell: string
  /** True if the order is manual, so that a drop between two cards sets a position. */
  manual: boolean
  shown: ShownProperties
  /** True if the side panel shows this item. */
  peeked: boolean
  lifted: boolean
  onOpen: (id: string) => void
}

/** One work item on a board. It subscribes to its own row, so changes of other cards do not rerender it. */
export const Card = memo(function Card({ id, cell, manual, shown, peeked, lifted, onOpen }: CardProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const assignees = useAtomValue(peopleByIdsAtom(row?.assignee_ids.join(',') ?? ''))
  const selected = useIsSelected(id)
  const element = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const { dragging, edge } = useCardDrag(element, id, cell)
  useFocusWhenRendered(link, id)
  useKeepFocusOnMovedItem(element, id)
  useFlashWhenCreated(element, id)
  if (row === undefined) return null
  return (
    <div className="relative pb-1.75">
      {manual && edge && <DropLine edge={edge} className={edge === 'top' ? '-top-1.25' : 'bottom-0.5'} />}
      <div
        ref={element}
        data-item={id}
        className={cx(
          'group/card relative flex cursor-default select-none flex-col gap-1.5 rounded-md border px-2.75 pt-2.25 pb-2.5 transition-[border-color]',
          selected ? 'bg-accent-soft' : 'bg-raised',
          peeked || selected || lifted
            ? 'border-accent shadow-[0_0_0_1px_var(--accent)]'
            : 'border-line hover:border-line-strong',
          dragging && 'border-dashed border-line-strong opacity-45',
          lifted && 'shadow-drag',
        )}
      >
        <ItemPresenceOutline row={row} on="edge" className="-inset-px rounded-md" />
        {row.is_draft && <DraftProject row={row} className="-mb-0.5 text-xs" />}
        {(shown.key || row.git_state !== null || (shown.assignee && assignees.length > 0)) && (
          <div className="flex min-h-4.5 items-center gap-1.5 text-xs tracking-[0.01em] text-faint tabular">
            {shown.key && <span aria-hidden>{formatItemKey(row)}</span>}
            {row.git_state !== null && <GitBadge state={row.git_state} />}
            {shown.assignee && assignees.length > 0 && (
              <span className="ms-auto">
                <PeopleStack label={t('properties.assignees')} people={assignees} />
              </span>
            )}
          </div>
        )}
        <ParentLabel row={row} shown={shown} className="-mb-1" />
        <a
          ref={link}
          data-card={id}
          data-untitled={row.name === '' || undefined}
          // Prevents native link dragging, because the card itself is draggable.
          draggable={false}
          href={getItemPath(row)}
          aria-describedby="board-keys"
          aria-current={lifted || undefined}
          onClick={(event) => handleItemClick(event, id, onOpen)}
          dir="auto"
          className="cursor-default font-medium leading-[1.42] [-webkit-touch-callout:none] text-text outline-none [overflow-wrap:anywhere] after:absolute after:-inset-px after:rounded-md after:-outline-offset-1 after:outline-focus focus-visible:after:outline-2 data-untitled:font-normal data-untitled:text-faint"
        >
          {!row.is_draft && (
            <span dir="ltr" className="sr-only">
              {formatItemKey(row)}{' '}
            </span>
          )}
          {getItemTitle(row)}
        </a>
        <CardProperties row={row} shown={shown} />
        <ItemSelectBox
          id={id}
          name={getItemTitle(row)}
          className="absolute! end-2 bottom-2 z-2 rounded-xs bg-raised group-hover/card:visible group-focus-within/card:visible coarse:hidden"
        />
      </div>
    </div>
  )
})
