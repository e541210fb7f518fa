import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { formatItemKey } from '../../../work-items/actions.ts'
import { draggedRelationAtom } from './link-drag.ts'
import { getRelationLineEnd } from './relation-lines.ts'
import type { TimeAxis } from './use-time-axis.ts'

/**
 * The line of a relation that the user is drawing from a block, with the name that the relation would get.
 */
export function DraggedRelationLine({
  ids,
  axis: { zoom, range },
}: {
  ids: readonly string[]
  axis: TimeAxis
}) {
  const { t } = useTranslation()
  const link = useAtomValue(draggedRelationAtom)
  const row = useAtomValue(tables.work_items.rowAtom(link?.id ?? ''))
  const other = useAtomValue(tables.work_items.rowAtom(link?.over?.id ?? ''))
  const origin = useRef<HTMLDivElement>(null)
  const at = row && ids.indexOf(row.id)
  const from =
    link &&
    row &&
    at !== undefined &&
    getRelationLineEnd({ index: at, dates: row }, link.side, { zoom, origin: range.first })
  const corner = origin.current?.getBoundingClientRect()
  const x = (link?.pointer.x ?? 0) - (corner?.left ?? 0)
  const y = (link?.pointer.y ?? 0) - (corner?.top ?? 0)
  return (
    <div ref={origin} aria-hidden="true" className="pointer-events-none absolute top-0 left-0 z-1">
      {from && (
        <svg aria-hidden="true" className="absolute size-px overflow-visible">
          <path d={`M${from.x} ${from.y}L${x} ${y}`} className="fill-none stroke-accent stroke-[1.5]" />
          <circle cx={x} cy={y} r={3} className="fill-accent" />
        </svg>
      )}
      {from && link.over && other && (
        <span
          style={{ left: x + 12, top: y + 12 }}
          className="absolute rounded-sm bg-text px-1.5 text-xs leading-5 font-medium whitespace-nowrap text-sheet"
        >
          {t(`workItems.relations.names.${link.over.name}`)} {formatItemKey(other)}
        </span>
      )}
    </div>
  )
}
