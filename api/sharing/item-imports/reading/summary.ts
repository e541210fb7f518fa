import { maxMappedValues } from '#common/sharing/item-imports/rules.ts'
import type { NewStateGroup } from '#common/sharing/item-imports/schema.ts'
import type { ReadSource, SourceRow } from './read-source.ts'

export interface ValueCount {
  value: string
  count: number
}

/** Contains the facts about a file that the main thread needs. The rows stay in the worker thread. */
export interface SourceSummary extends Omit<ReadSource, 'rows'> {
  total: number
  states: (ValueCount & { group: NewStateGroup | null })[]
  priorities: ValueCount[]
  people: ValueCount[]
  labels: ValueCount[]
  cycles: ValueCount[]
  modules: ValueCount[]
  totals: Record<'items' | 'dropped' | 'comments' | 'parents' | 'relations' | 'links' | 'attachments', number>
  notes: { row: number; title: string; reason: SourceRow['notes'][number]['reason']; text: string }[]
}

const maxNotes = 50

export function summarize({ rows, ...source }: ReadSource): SourceSummary {
  const items = rows.filter(({ dropped }) => dropped === null)
  const sum = (size: (row: SourceRow) => number) => items.reduce((total, row) => total + size(row), 0)
  return {
    ...source,
    total: rows.length,
    states: statesOf(items),
    priorities: countValues(items, (row) => [row.priority]),
    people: countValues(items, (row) => [
      ...row.assignees,
      row.author,
      ...row.comments.map((comment) => comment.author),
    ]),
    labels: countValues(items, (row) => row.labels),
    cycles: countValues(items, (row) => [row.cycle]),
    modules: countValues(items, (row) => row.modules),
    totals: {
      items: items.length,
      dropped: rows.length - items.length,
      comments: sum((row) => row.comments.length),
      parents: sum((row) => (row.parent === null ? 0 : 1)),
      relations: sum((row) => row.relations.length),
      links: sum((row) => row.links.length),
      attachments: sum((row) => row.attachments.length),
    },
    notes: rows
      .values()
      .flatMap(({ row, title, dropped, notes, key }) => [
        ...(dropped === null ? [] : [{ row, title, reason: dropped, text: key }]),
        ...notes.map((note) => ({ row, title, ...note })),
      ])
      .take(maxNotes)
      .toArray(),
  }
}

/**
 * Counts how often each value occurs. Returns the most frequent values first, and at most `maxMappedValues` of them.
 */
function countValues(
  rows: readonly SourceRow[],
  valuesOf: (row: SourceRow) => readonly (string | null)[],
): ValueCount[] {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const value of valuesOf(row)) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxMappedValues)
}

function statesOf(rows: readonly SourceRow[]): SourceSummary['states'] {
  return countValues(rows, (row) => [row.state]).map(({ value, count }) => {
    const groups = countGroups(rows.filter((row) => row.state === value))
    // Use a group only if more than half of the items with this state have it. For example, a list of a board can
    // contain open and completed tasks, and then the state has no group.
    const [group, most] = [...groups].toSorted((a, b) => b[1] - a[1])[0] ?? [null, 0]
    return { value, count, group: most * 2 > count ? group : null }
  })
}

function countGroups(rows: readonly SourceRow[]): Map<NewStateGroup, number> {
  const groups = new Map<NewStateGroup, number>()
  for (const { state_group } of rows)
    if (state_group !== null) groups.set(state_group, (groups.get(state_group) ?? 0) + 1)
  return groups
}
