import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { tables } from '../../../../platform/app/sync.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { allRelationsAtom } from '../../../relations/atoms.ts'
import { ganttRowHeight } from './geometry.ts'
import { draggedDatesAtom, hoveredGanttItemAtom } from './preview.ts'
import { createRelationLine, isDateConstrainingRelation, type RelationLine } from './relation-lines.ts'
import { arrowHeadPath, createRoundedSvgPath, routeRelationLine } from './route-line.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface RelationLayerProps {
  ids: readonly string[]
  /** `first` and `last` are the indexes of the first and last rendered row. */
  first: number
  last: number
  axis: TimeAxis
}

const timedAtom = atom((get) => get(allRelationsAtom).filter(isDateConstrainingRelation))

/** Lines between blocks for relations that constrain dates. */
export function RelationLayer({ ids, first, last, axis: { zoom, range } }: RelationLayerProps) {
  const indexes = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const linesAtom = useMemo(
    () =>
      atom((get) => {
        const preview = get(draggedDatesAtom)
        const placeOf = (id: string) => {
          const index = indexes.get(id)
          const dates = preview?.id === id ? preview : get(tables.work_items.rowAtom(id))
          return index === undefined || dates === undefined ? null : { index, dates }
        }
        return get(timedAtom).flatMap((relation) => {
          const rows = [relation.issue_id, relation.related_issue_id].map((id) => indexes.get(id) ?? -1)
          if (Math.min(...rows) < 0 || Math.max(...rows) < first || Math.min(...rows) > last) return []
          const line = createRelationLine(relation, placeOf, { zoom, origin: range.first })
          return line === null ? [] : [line]
        })
      }),
    [indexes, first, last, zoom, range.first],
  )
  const lines = useAtomValue(linesAtom)
  const pointed = useAtomValue(hoveredGanttItemAtom)
  const isPointed = ({ items }: RelationLine) => pointed !== null && items.includes(pointed)
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
      {lines
        // The lines of the hovered item are drawn last, so that they are above all other lines.
        .toSorted((a, b) => Number(isPointed(a)) - Number(isPointed(b)))
        .map((line) => (
          <path
            key={line.id}
            data-line={line.id}
            data-violated={line.isViolated || undefined}
            d={
              createRoundedSvgPath(routeRelationLine(line.from, line.to, ganttRowHeight)) +
              arrowHeadPath(line.to)
            }
            className={cx(
              'fill-none stroke-[1.5]',
              line.isViolated ? 'stroke-danger' : isPointed(line) ? 'stroke-accent' : 'stroke-icon-faint',
              !isPointed(line) && 'opacity-60',
            )}
          />
        ))}
    </svg>
  )
}
