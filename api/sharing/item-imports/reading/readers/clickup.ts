import { hashOf, type TableReader } from '../table-reader.ts'

const priorities: Readonly<Record<string, string>> = { 1: 'urgent', 2: 'high', 3: 'medium', 4: 'low' }

/** CSV exports of ClickUp. */
export const clickupReader: TableReader = {
  kind: 'table',
  detects: ['task id', 'task name', 'list name'],
  headings: {
    'task custom id': 'other_key',
    'task content': 'description',
    'list name': 'modules',
    'date created': 'created_at',
    'date closed': 'completed_at',
    comments: null,
    'task type': 'labels',
  },
  text: 'markdown',
  complete(item, row) {
    item.priority = priorities[item.priority ?? ''] ?? item.priority
    if (item.parent === 'null') item.parent = null
    for (const comment of listIn(row('comments'))) {
      const text = stringIn(comment, 'text')
      if (text === '') continue
      item.comments.push({
        key: hashOf(JSON.stringify(comment)),
        author: stringIn(comment, 'by') || null,
        created_at: null,
        kind: 'text',
        text,
      })
    }
  },
}

/** Returns the objects in a cell that contains a JSON list. Returns an empty list for any other cell. */
function listIn(cell: string): object[] {
  try {
    const list: unknown = JSON.parse(cell)
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
  } catch {
    return []
  }
}

function stringIn(row: object, name: string): string {
  const value: unknown = Reflect.get(row, name)
  return typeof value === 'string' ? value : ''
}
