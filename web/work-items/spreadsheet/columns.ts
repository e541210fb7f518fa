import type { ListingContext } from '#common/listing/contexts.ts'
import type { OrderKey, SortKey } from '#common/listing/keys.ts'
import { layoutOptions, type OfferedProperty } from '#common/listing/options.ts'
import type { ColumnName, PlaceKind } from '#common/listing/properties.ts'
import type { DisplayPropertyName } from '#common/user-properties/rules.ts'

/** What a column holds, which decides how its cells are read, edited and sorted. */
export type ColumnKind =
  | 'title'
  | 'project'
  | 'state'
  | 'priority'
  | 'people'
  | 'labels'
  | 'date'
  | 'count'
  | 'moment'
  | 'person'

interface ColumnShape {
  kind: ColumnKind
  label: ColumnLabel
  /** The display property that shows and hides it; a column without one is always there. */
  property?: OfferedProperty
  /** Pixels, until a person changes it; the first column takes what the others leave. */
  width: number
  sort?: { key: SortKey; words: SortWords; descendingFirst?: boolean }
}

/** Keys of words in the locales. */
type ColumnLabel =
  | 'workItems.title'
  | 'workItems.project'
  | 'spreadsheet.createdBy'
  | `display.property.${OfferedProperty}`

/** Words of the two directions, see `spreadsheet.sort` in the locales. */
export type SortWords = 'name' | 'priority' | 'date' | 'age' | 'count'

const shapes = {
  title: { kind: 'title', label: 'workItems.title', width: 0 },
  project: { kind: 'project', label: 'workItems.project', width: 150 },
  state: {
    kind: 'state',
    label: 'display.property.state',
    property: 'state',
    width: 144,
    sort: { key: 'state__name', words: 'name' },
  },
  priority: {
    kind: 'priority',
    label: 'display.property.priority',
    property: 'priority',
    width: 116,
    sort: { key: 'priority', words: 'priority', descendingFirst: true },
  },
  assignees: {
    kind: 'people',
    label: 'display.property.assignee',
    property: 'assignee',
    width: 168,
    sort: { key: 'assignees__first_name', words: 'name' },
  },
  labels: {
    kind: 'labels',
    label: 'display.property.labels',
    property: 'labels',
    width: 200,
    sort: { key: 'labels__name', words: 'name' },
  },
  start_date: {
    kind: 'date',
    label: 'display.property.start_date',
    property: 'start_date',
    width: 116,
    sort: { key: 'start_date', words: 'date' },
  },
  target_date: {
    kind: 'date',
    label: 'display.property.due_date',
    property: 'due_date',
    width: 116,
    sort: { key: 'target_date', words: 'date' },
  },
  sub_issues_count: {
    kind: 'count',
    label: 'display.property.sub_issue_count',
    property: 'sub_issue_count',
    width: 104,
    sort: { key: 'sub_issues_count', words: 'count', descendingFirst: true },
  },
  link_count: {
    kind: 'count',
    label: 'display.property.link',
    property: 'link',
    width: 84,
    sort: { key: 'link_count', words: 'count', descendingFirst: true },
  },
  attachment_count: {
    kind: 'count',
    label: 'display.property.attachment_count',
    property: 'attachment_count',
    width: 124,
    sort: { key: 'attachment_count', words: 'count', descendingFirst: true },
  },
  created_at: {
    kind: 'moment',
    label: 'display.property.created_on',
    property: 'created_on',
    width: 116,
    sort: { key: 'created_at', words: 'age', descendingFirst: true },
  },
  created_by: { kind: 'person', label: 'spreadsheet.createdBy', property: 'created_on', width: 148 },
  updated_at: {
    kind: 'moment',
    label: 'display.property.updated_on',
    property: 'updated_on',
    width: 116,
    sort: { key: 'updated_at', words: 'age', descendingFirst: true },
  },
} as const satisfies Record<ColumnName, ColumnShape>

export interface Column extends ColumnShape {
  name: ColumnName
  /** The keys of items stand before their titles. */
  hasKey?: boolean
}

const all = Object.entries(shapes).map(([name, shape]): Column => ({ ...shape, name: name as ColumnName }))

/** The columns of a place that a person has chosen; where projects meet, each row says which is its own. */
export function columnsOf(
  { kind, context }: { kind: PlaceKind; context: Pick<ListingContext, 'project_id'> },
  shown: Record<DisplayPropertyName, boolean>,
): Column[] {
  const offered = layoutOptions[kind].spreadsheet?.properties ?? []
  const isShown = (property: OfferedProperty) => offered.includes(property) && shown[property]
  return all
    .filter(({ name, property }) => {
      if (name === 'project') return context.project_id === null
      return property === undefined || isShown(property)
    })
    .map((column) => (column.name === 'title' ? { ...column, hasKey: isShown('key') } : column))
}

/** The two orders of a column, the one that people want more often first; empty where nothing can be sorted by it. */
export function ordersOf({ sort }: Column): OrderKey[] {
  if (sort === undefined) return []
  const ascending: OrderKey = sort.key
  const descending: OrderKey = `-${sort.key}`
  return sort.descendingFirst ? [descending, ascending] : [ascending, descending]
}

export function isEditable({ kind }: Column): boolean {
  return !['project', 'count', 'moment', 'person'].includes(kind)
}

/** Whether its cells can be empty, so that Delete empties them. */
export function isClearable({ kind }: Column): boolean {
  return ['priority', 'people', 'labels', 'date'].includes(kind)
}
