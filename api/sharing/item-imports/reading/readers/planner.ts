import { splitList, type TableReader } from '../table-reader.ts'

/** Exports of Microsoft Planner, stored as CSV. */
export const plannerReader: TableReader = {
  kind: 'table',
  detects: ['task id', 'task name', 'bucket name', 'progress'],
  headings: {
    progress: 'state',
    'bucket name': 'modules',
    'completed date': 'completed_at',
    'completed by': null,
    'checklist items': null,
    'completed checklist items': null,
    late: null,
    'is recurring': null,
  },
  text: 'text',
  complete(item, row) {
    const steps = splitList(row('checklist items'))
    if (steps.length === 0) return
    item.description = {
      kind: 'markdown',
      text: [item.description.text, steps.map((step) => `- [ ] ${step}`).join('\n')]
        .filter(Boolean)
        .join('\n\n'),
    }
  },
}
