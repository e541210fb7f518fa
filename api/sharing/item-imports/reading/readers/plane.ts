import type { TableReader } from '../table-reader.ts'

/** CSV and JSON exports of Plane. Newer versions use other headings. */
export const planeReader: TableReader = {
  kind: 'table',
  detects: ['id', 'name', 'state', 'cycle name', 'module name'],
  alsoDetects: ['identifier', 'name', 'state_name', 'cycle_name', 'module_name'],
  headings: {
    'cycle name': 'cycle',
    'module name': 'modules',
    'sub issue count': null,
    project: null,
    identifier: 'key',
    state_name: 'state',
    cycle_name: 'cycle',
    module_name: 'modules',
    comments: null,
    relations: null,
  },
  text: 'html',
}
