import { createHash } from 'node:crypto'
import type { ImportField } from '#common/sharing/item-imports/rules.ts'
import { type DateOrder, detectDateOrder, readDate } from './dates.ts'
import { readFiles } from './source-files.ts'
import { emptyItem, type SourceComment, type SourceItem, type TextKind } from './source-item.ts'

/** Describes how to detect and read one table format. All headings are in lower case. */
export interface TableReader {
  kind: 'table'
  /** A file has this format if it has all of these headings. */
  detects: readonly string[]
  /** Other headings that only files of this format have. */
  alsoDetects?: readonly string[]
  /**
   * Maps headings of the format to fields, in addition to `commonHeadings`. A column whose field is null is not
   * imported.
   */
  headings: Readonly<Record<string, ImportField | null>>
  text: TextKind
  /** Reads the whole table. If this function is missing, each row is read as an item. */
  readRows?(table: Table, items: TableOptions): SourceItem[]
  /** Completes an item with values of its row. */
  complete?(item: SourceItem, row: TableRow): void
}

export interface Table {
  headings: string[]
  rows: string[][]
}

export interface TableOptions {
  fields: readonly (ImportField | null)[]
  text: TextKind
  order: DateOrder
}

/** Returns the cell of a row in the column with this heading. The heading must be in lower case. */
export type TableRow = (heading: string) => string

const dateFields: readonly (ImportField | null)[] = [
  'start_date',
  'target_date',
  'created_at',
  'completed_at',
]

/** Headings with the same meaning in many programs. Tandem's own exports use them, too. */
const commonHeadings: Readonly<Record<string, ImportField>> = {
  id: 'key',
  key: 'key',
  'issue id': 'key',
  'issue key': 'key',
  'task id': 'key',
  title: 'title',
  name: 'title',
  summary: 'title',
  subject: 'title',
  task: 'title',
  'task name': 'title',
  description: 'description',
  notes: 'description',
  body: 'description',
  content: 'description',
  status: 'state',
  state: 'state',
  priority: 'priority',
  assignee: 'assignees',
  assignees: 'assignees',
  'assigned to': 'assignees',
  owner: 'assignees',
  author: 'author',
  reporter: 'author',
  creator: 'author',
  'created by': 'author',
  created_by: 'author',
  label: 'labels',
  labels: 'labels',
  tags: 'labels',
  type: 'labels',
  category: 'labels',
  cycle: 'cycle',
  sprint: 'cycle',
  iteration: 'cycle',
  module: 'modules',
  modules: 'modules',
  milestone: 'modules',
  component: 'modules',
  components: 'modules',
  epic: 'modules',
  estimate: 'estimate',
  points: 'estimate',
  'story points': 'estimate',
  'start date': 'start_date',
  start_date: 'start_date',
  'due date': 'target_date',
  due: 'target_date',
  deadline: 'target_date',
  'target date': 'target_date',
  target_date: 'target_date',
  'end date': 'target_date',
  created: 'created_at',
  'created at': 'created_at',
  created_at: 'created_at',
  'created date': 'created_at',
  'creation date': 'created_at',
  completed: 'completed_at',
  'completed at': 'completed_at',
  completed_at: 'completed_at',
  closed: 'completed_at',
  resolved: 'completed_at',
  parent: 'parent',
  'parent id': 'parent',
  'parent task': 'parent',
  comment: 'comments',
  comments: 'comments',
  link: 'links',
  links: 'links',
  url: 'links',
  attachment: 'attachments',
  attachments: 'attachments',
  files: 'attachments',
  'files & media': 'attachments',
}

/**
 * Guesses the field of each column from its heading. If two columns have the same field and an item has only one
 * value for it, the second column is not imported.
 */
export function guessFields(headings: readonly string[], reader: TableReader): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  // If a heading of the format and a common heading have the same field, the heading of the format takes precedence.
  for (const heading of headings) {
    const own = ownValue(reader.headings, normalHeading(heading))
    if (own) taken.add(own)
  }
  const seen = new Set<ImportField>()
  return headings.map((heading) => {
    const name = normalHeading(heading)
    const own = ownValue(reader.headings, name)
    const field = own === undefined ? (ownValue(commonHeadings, name) ?? null) : own
    if (field === null || (own === undefined && taken.has(field) && !repeated.has(field))) return null
    if (seen.has(field) && !repeated.has(field)) return null
    seen.add(field)
    return field
  })
}

/**
 * Returns the value only if the record itself contains it. A heading can be a name that every object inherits, such
 * as `constructor`.
 */
function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Fields that several columns can fill. */
const repeated: ReadonlySet<ImportField> = new Set([
  ...([
    'other_key',
    'assignees',
    'labels',
    'cycle',
    'modules',
    'comments',
    'links',
    'attachments',
    'detail',
  ] as const),
  ...(['parent', 'blocks', 'blocked_by', 'relates_to', 'duplicate_of', 'description'] as const),
])

export function normalHeading(heading: string): string {
  return heading.trim().toLowerCase().replace(/\s+/g, ' ')
}

/** Returns the order of day and month in the date columns of the table. */
export function dateOrderOf({ rows }: Table, fields: readonly (ImportField | null)[]) {
  const columns = fields.flatMap((field, at) => (dateFields.includes(field) ? [at] : []))
  return detectDateOrder(rows.values().flatMap((row) => columns.map((at) => row[at] ?? '')))
}

/** Reads each row of a table as an item. */
export function readTableRows(table: Table, reader: TableReader, options: TableOptions): SourceItem[] {
  const headings = table.headings.map(normalHeading)
  return table.rows.map((cells, at) => {
    // Row numbers start at 1, and the first row of the file contains the headings.
    const item = emptyItem(at + 2)
    item.description.kind = options.text
    for (const [column, field] of options.fields.entries()) {
      const cell = (cells[column] ?? '').trim()
      if (field !== null && cell !== '')
        fillField[field](item, cell, { ...options, heading: table.headings[column] ?? '' })
    }
    reader.complete?.(item, (heading) => (cells[headings.indexOf(heading)] ?? '').trim())
    return item
  })
}

interface CellOptions extends TableOptions {
  heading: string
}

type Fill = (item: SourceItem, cell: string, options: CellOptions) => void

const fillField: Record<ImportField, Fill> = {
  key: firstText('key'),
  other_key: (item, cell) => void item.other_keys.push(cell),
  title: firstText('title'),
  description(item, cell) {
    item.description.text = [item.description.text, cell].filter(Boolean).join('\n\n')
  },
  state: firstText('state'),
  priority: firstText('priority'),
  assignees: (item, cell) => addTo(item.assignees, splitList(cell)),
  author: firstText('author'),
  labels: (item, cell) => addTo(item.labels, splitList(cell)),
  cycle(item, cell) {
    // A later column overwrites an earlier one: Jira exports one column for each sprint, and the last sprint is the
    // current one.
    item.cycle = cell
  },
  modules: (item, cell) => addTo(item.modules, splitList(cell)),
  estimate: firstText('estimate'),
  start_date: day('start_date'),
  target_date: day('target_date'),
  created_at: time('created_at'),
  completed_at: time('completed_at'),
  parent: firstText('parent'),
  comments: (item, cell, { text, order }) => void item.comments.push(readComment(cell, text, order)),
  links: (item, cell) => addLinks(item, cell),
  attachments: (item, cell) => void item.attachments.push(...readFiles(cell)),
  blocks: (item, cell) => addRelations(item, 'blocks', cell),
  blocked_by: (item, cell) => addRelations(item, 'blocked_by', cell),
  relates_to: (item, cell) => addRelations(item, 'relates_to', cell),
  duplicate_of: (item, cell) => addRelations(item, 'duplicate_of', cell),
  detail: (item, cell, { heading }) => void item.details.push({ name: heading, value: cell }),
}

type TextName = 'key' | 'title' | 'state' | 'priority' | 'author' | 'estimate' | 'parent'

function firstText(name: TextName): Fill {
  return (item, cell) => {
    item[name] ||= cell
  }
}

function day(name: 'start_date' | 'target_date'): Fill {
  return (item, cell, { order }) => {
    const found = readDate(cell, order)?.day ?? null
    if (found === null) item.notes.push({ reason: 'date_unclear', text: cell.slice(0, 100) })
    item[name] ??= found
  }
}

function time(name: 'created_at' | 'completed_at'): Fill {
  return (item, cell, { order }) => {
    item[name] ??= readDate(cell, order)?.time ?? null
  }
}

function addTo(list: string[], values: readonly string[]): void {
  for (const value of values) if (!list.includes(value)) list.push(value)
}

/** Splits a list such as `a, b`, `a;b` or `[a,b]`. */
export function splitList(cell: string): string[] {
  const inner = /^\[(.*)\]$/s.exec(cell)?.[1] ?? cell
  const separator = /[;\n]/.test(inner) ? /[;\n]/ : /,/
  return inner
    .split(separator)
    .map((part) => part.trim().replace(/^["']|["']$/g, ''))
    .filter((part) => part !== '')
}

function addLinks(item: SourceItem, cell: string): void {
  for (const [url] of cell.matchAll(/https?:\/\/[^\s,;<>"]+/g)) item.links.push({ url, title: null })
}

function addRelations(item: SourceItem, type: SourceItem['relations'][number]['type'], cell: string): void {
  for (const key of splitList(cell)) item.relations.push({ type, key })
}

/**
 * Reads a comment, which Jira writes as `date;author;text`. A cell in any other form contains only the text of the
 * comment.
 */
function readComment(cell: string, kind: TextKind, order: DateOrder): SourceComment {
  const parts = /^([^;\n]{6,40});([^;\n]*);([\s\S]*)$/.exec(cell)
  const created_at = parts === null ? null : (readDate(parts[1] ?? '', order)?.time ?? null)
  if (parts === null || created_at === null)
    return { key: hashOf(cell), author: null, created_at: null, kind, text: cell }
  return { key: hashOf(cell), author: parts[2]?.trim() || null, created_at, kind, text: parts[3] ?? '' }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
