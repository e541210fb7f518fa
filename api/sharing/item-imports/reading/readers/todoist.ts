import { readDate } from '../dates.ts'
import { emptyItem, type SourceItem } from '../source-item.ts'
import {
  hashOf,
  normalHeading,
  splitList,
  type Table,
  type TableOptions,
  type TableReader,
} from '../table-reader.ts'

const priorities: Readonly<Record<string, string>> = { 1: 'urgent', 2: 'high', 3: 'medium' }

/**
 * Reads CSV exports of a project in Todoist. A row is a task, a section or a note. The column `indent` contains the
 * level of a task, so the parent is the last task of the level above.
 */
export const todoistReader: TableReader = {
  kind: 'table',
  detects: ['type', 'content', 'indent'],
  headings: { content: 'title', responsible: 'assignees', date: 'target_date', type: null, author: 'author' },
  text: 'markdown',
  readRows: readTodoistRows,
}

type Cell = (name: string) => string

/** The section of the current row, and the last task of each level (`above`). */
interface Position {
  section: string | null
  above: SourceItem[]
}

function readTodoistRows({ headings, rows }: Table, options: TableOptions): SourceItem[] {
  const names = headings.map(normalHeading)
  const items: SourceItem[] = []
  const paths = new Map<string, number>()
  let position: Position = { section: null, above: [] }
  for (const [at, cells] of rows.entries()) {
    const cell: Cell = (name) => (cells[names.indexOf(name)] ?? '').trim()
    const type = cell('type').toLowerCase()
    if (type === 'section') position = { section: cell('content'), above: [] }
    if (type === 'note') addNote(position.above.at(-1), cell('content'), cell('author'), options.text)
    if (type !== 'task') continue
    const level = Math.max(1, Number(cell('indent')) || 1)
    position.above = position.above.slice(0, level - 1)
    const item = taskOf(cell, position, options, at + 2)
    const count = (paths.get(item.key) ?? 0) + 1
    paths.set(item.key, count)
    if (count > 1) item.key = `${item.key}-${count}`
    items.push(item)
    position.above.push(item)
  }
  return items
}

function taskOf(
  cell: Cell,
  { section, above }: Position,
  { text, order }: TableOptions,
  row: number,
): SourceItem {
  const parent = above.at(-1) ?? null
  const [title, labels] = withoutLabels(cell('content'))
  const target_date = readDate(cell('date'), order)?.day ?? null
  const isUnclear = cell('date') !== '' && target_date === null
  return {
    ...emptyItem(row),
    // Todoist exports no ids. A task is identified by its title and by its parent, or by its section if it has no
    // parent.
    key: hashOf(`${parent?.key ?? section ?? ''}\n${title}`),
    ...{ title, labels, target_date, state: section, parent: parent?.key ?? null },
    description: { kind: text, text: cell('description') },
    priority: priorities[cell('priority')] ?? null,
    assignees: splitList(cell('responsible')).map(withoutId),
    author: withoutId(cell('author')) || null,
    notes: isUnclear ? [{ reason: 'date_unclear', text: cell('date') }] : [],
  }
}

function addNote(
  item: SourceItem | undefined,
  text: string,
  author: string,
  kind: TableOptions['text'],
): void {
  if (item !== undefined && text !== '')
    item.comments.push({ key: hashOf(text), author: withoutId(author) || null, created_at: null, kind, text })
}

/** Todoist writes labels as `@label` at the end of the title. */
function withoutLabels(content: string): [title: string, labels: string[]] {
  const found = /^(.*?)((?:\s+@[^\s@]+)+)$/s.exec(content)
  if (found === null) return [content, []]
  return [
    found[1] ?? '',
    (found[2] ?? '')
      .trim()
      .split(/\s+/)
      .map((label) => label.slice(1)),
  ]
}

/** Todoist writes people as `Name (id)`. */
function withoutId(person: string): string {
  return person.replace(/\s*\(\d+\)$/, '')
}
