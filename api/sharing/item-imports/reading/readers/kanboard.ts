import type { TableReader } from '../table-reader.ts'

/** CSV exports of tasks in Kanboard. */
export const kanboardReader: TableReader = {
  kind: 'table',
  detects: ['task id', 'swimlane', 'column', 'title'],
  headings: {
    column: 'state',
    status: null,
    swimlane: 'modules',
    complexity: 'estimate',
    'completion date': 'completed_at',
    'modification date': null,
    'creator name': 'author',
    creator: null,
    'assignee name': 'assignees',
    assignee: null,
    'assignee username': null,
  },
  text: 'markdown',
  complete(item, row) {
    if (/^(closed|0)$/i.test(row('status'))) item.state_group = 'completed'
    if (item.assignees.length === 0) {
      const person = row('assignee username') || row('assignee')
      if (person !== '') item.assignees.push(person)
    }
    item.author ??= row('creator') || null
    if (item.priority === '0') item.priority = null
    if (item.estimate === '0') item.estimate = null
  },
}
