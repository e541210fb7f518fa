import type { TableReader } from '../table-reader.ts'

/** CSV exports of Linear. */
export const linearReader: TableReader = {
  kind: 'table',
  detects: ['id', 'team', 'title', 'status', 'cycle number'],
  headings: {
    project: 'modules',
    'cycle name': 'cycle',
    'parent issue': 'parent',
    created: 'created_at',
    completed: 'completed_at',
    'project milestone': null,
    'blocked by': 'blocked_by',
    blocks: 'blocks',
    'related to': 'relates_to',
    'duplicate of': 'duplicate_of',
    uuid: 'other_key',
  },
  text: 'markdown',
  complete(item, row) {
    const number = row('cycle number')
    if (item.cycle === null && number !== '') item.cycle = `Cycle ${number}`
    if (row('canceled') !== '') item.state_group = 'cancelled'
    else if (row('completed') !== '') item.state_group = 'completed'
    else if (row('started') !== '') item.state_group = 'started'
  },
}
