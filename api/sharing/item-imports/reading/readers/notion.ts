import type { TableReader } from '../table-reader.ts'

/**
 * Databases of Notion, which exports a zip archive with a table and one Markdown file per row. `notion-table.ts` adds the
 * columns `page id` and `page text`.
 */
export const notionReader: TableReader = {
  kind: 'table',
  detects: ['page id', 'page text'],
  headings: {
    'page id': 'key',
    'page text': 'description',
    assign: 'assignees',
    person: 'assignees',
    people: 'assignees',
    date: 'target_date',
    due: 'target_date',
    'created time': 'created_at',
    'parent item': 'parent',
    'sub-item': null,
    'last edited time': null,
    'last edited by': null,
  },
  text: 'markdown',
  complete(item) {
    // Other rows refer to a row by its title.
    item.other_keys.push(item.title)
    item.parent = item.parent && titleOf(item.parent)
  },
}

/** Returns the title of a reference to another row, which has the form `Title (Tasks/Title%20abc.md)`. */
function titleOf(reference: string): string {
  return reference.replace(/ \([^()]*\.md\).*$/s, '')
}
