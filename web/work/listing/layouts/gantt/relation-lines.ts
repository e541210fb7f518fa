import {
  dateRelationTypes,
  isDateRelationViolated,
  type RelationName,
  type StoredRelation,
} from '#common/work/relations/rules.ts'
import { getRelationKey } from '../../../relations/atoms.ts'
import {
  type GanttZoom,
  ganttRowHeight,
  getBlockPixelPosition,
  getBlockSpan,
  type ItemDates,
} from './geometry.ts'
import type { LineEnd } from './route-line.ts'

export type BlockEnd = LineEnd['side']

export interface RelationLine {
  id: string
  from: LineEnd
  to: LineEnd
  isViolated: boolean
  items: readonly [string, string]
}

/**
 * Maps the two ends that a line connects to its relation: first the end of the block where the line starts, then the end of the
 * block where it arrives. The name describes the relation from the item where the line starts.
 */
const names: Record<BlockEnd, Record<BlockEnd, RelationName>> = {
  end: { start: 'blocking', end: 'finish_before' },
  start: { start: 'start_before', end: 'blocked_by' },
}

export function getRelationBetweenBlockEnds(from: BlockEnd, to: BlockEnd): RelationName {
  return names[from][to]
}

export function isDateConstrainingRelation({ relation_type }: StoredRelation): boolean {
  return dateRelationTypes.some((type) => type === relation_type)
}

/** Row index and dates of an item's block. */
export interface BlockPosition {
  index: number
  dates: ItemDates
}

interface Axis {
  zoom: GanttZoom
  origin: number
}

/**
 * Returns the line of a relation, from the earlier to the later item. Returns null if one of the two items
 * has no block.
 */
export function createRelationLine(
  relation: StoredRelation,
  placeOf: (id: string) => BlockPosition | null,
  axis: Axis,
): RelationLine | null {
  const { issue_id, related_issue_id, relation_type } = relation
  const [item, related] = [placeOf(issue_id), placeOf(related_issue_id)]
  if (item === null || related === null) return null
  const [from, to] =
    relation_type === 'blocked_by'
      ? [getRelationLineEnd(related, 'end', axis), getRelationLineEnd(item, 'start', axis)]
      : relation_type === 'start_before'
        ? [getRelationLineEnd(item, 'start', axis), getRelationLineEnd(related, 'start', axis)]
        : [getRelationLineEnd(item, 'end', axis), getRelationLineEnd(related, 'end', axis)]
  if (from === null || to === null) return null
  return {
    id: getRelationKey(relation),
    from,
    to,
    isViolated: isDateRelationViolated(relation_type, item.dates, related.dates),
    items: [issue_id, related_issue_id],
  }
}

export function getRelationLineEnd(
  { index, dates }: BlockPosition,
  side: BlockEnd,
  { zoom, origin }: Axis,
): LineEnd | null {
  const span = getBlockSpan(dates, zoom)
  if (span === null) return null
  const { left, width } = getBlockPixelPosition(span, origin, zoom)
  return { x: side === 'start' ? left : left + width, y: (index + 0.5) * ganttRowHeight, side }
}
