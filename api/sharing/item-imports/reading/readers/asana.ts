import type { TableReader } from '../table-reader.ts'

/** CSV exports of a project in Asana. */
export const asanaReader: TableReader = {
  kind: 'table',
  detects: ['task id', 'name', 'section/column'],
  headings: {
    'section/column': 'state',
    'assignee email': 'assignees',
    assignee: null,
    projects: null,
    'blocked by (dependencies)': 'blocked_by',
    'blocking (dependencies)': 'blocks',
    'last modified': null,
  },
  text: 'text',
  complete(item, row) {
    if (item.assignees.length === 0 && row('assignee') !== '') item.assignees.push(row('assignee'))
    if (item.completed_at !== null) item.state_group = 'completed'
    // The export refers to parents and dependencies by their titles.
    item.other_keys.push(item.title)
  },
}
