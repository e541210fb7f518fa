import type { TableReader } from '../table-reader.ts'

/** CSV exports of Redmine. */
export const redmineReader: TableReader = {
  kind: 'table',
  detects: ['#', 'tracker', 'subject'],
  headings: {
    '#': 'key',
    tracker: 'labels',
    'target version': 'modules',
    'related issues': null,
    closed: 'completed_at',
    'estimated time': 'detail',
    '% done': 'detail',
    files: null,
    'last notes': null,
  },
  text: 'markdown',
  complete(item, row) {
    const [, key] = /#?(\d+)\D*$/.exec(item.parent ?? '') ?? []
    item.parent = key ?? item.parent
    for (const found of row('related issues').matchAll(
      /(related to|blocks|blocked by|duplicates)\s+#(\d+)/gi,
    )) {
      const type = relations[(found[1] ?? '').toLowerCase()]
      if (type !== undefined) item.relations.push({ type, key: found[2] ?? '' })
    }
  },
}

const relations = {
  'related to': 'relates_to',
  blocks: 'blocks',
  'blocked by': 'blocked_by',
  duplicates: 'duplicate_of',
} as Readonly<Record<string, 'relates_to' | 'blocks' | 'blocked_by' | 'duplicate_of'>>
