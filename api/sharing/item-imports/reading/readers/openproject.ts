import type { TableReader } from '../table-reader.ts'

/** CSV exports of OpenProject. */
export const openprojectReader: TableReader = {
  kind: 'table',
  detects: ['id', 'subject', 'type', 'accountable'],
  headings: {
    'finish date': 'target_date',
    version: 'modules',
    'created on': 'created_at',
    'updated on': null,
    'story points': 'estimate',
    work: 'detail',
    accountable: 'detail',
  },
  text: 'markdown',
  complete(item) {
    // OpenProject writes a parent as `Type #7: Subject` or as a number.
    const [, key] = /#(\d+)/.exec(item.parent ?? '') ?? []
    item.parent = key ?? item.parent
  },
}
