import type { TableReader } from '../table-reader.ts'

/** Any table with a heading row, such as an export of Tandem or a table of a spreadsheet. */
export const csvReader: TableReader = { kind: 'table', detects: [], headings: {}, text: 'markdown' }
