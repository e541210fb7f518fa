import type { TableReader } from '../table-reader.ts'

/** CSV exports of Plane. */
export const planeReader: TableReader = {
  kind: 'table',
  detects: ['id', 'name', 'state', 'cycle name', 'module name'],
  headings: {
    'cycle name': 'cycle',
    'module name': 'modules',
    'sub issue count': null,
    project: null,
  },
  text: 'html',
}
