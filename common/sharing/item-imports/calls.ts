import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { itemImportDetail, itemImportPreview, itemImportRow, itemImportSettings } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/item-imports/'
const one = `${all}{item_import_id}/` as const
const who = { project: 'admin' } as const
const own = { project: 'admin', onlyOwn: true } as const

/** Calls for imports of work items. Only admins of the project can import, and each sees only their own imports. */
export const itemImportCalls = declareCalls('item-imports', {
  listItemImports: {
    summary: 'List your imports of work items in all projects of a workspace, newest first',
    method: 'GET',
    path: '/api/workspaces/{slug}/item-imports/',
    who: { workspace: 'member' },
    answer: z.array(itemImportRow),
  },
  createItemImport: {
    summary: 'Upload a file with work items. The body is the file. Nothing is imported yet',
    method: 'POST',
    path: all,
    who,
    query: z.object({
      id: id.optional(),
      name: singleLineText(1000).min(1, 'Enter a file name.'),
    }),
    upload: true,
    transactions: 'own',
    status: 201,
    answer: itemImportRow,
    fails: ['too_large', 'conflict'],
  },
  getItemImport: {
    summary: 'Get an import of work items with the rows that need attention',
    method: 'GET',
    path: one,
    who: own,
    answer: itemImportDetail,
  },
  previewItemImport: {
    summary: 'Read the file without importing it, and show what an import with these settings does',
    method: 'POST',
    path: `${one}preview/`,
    who: own,
    body: itemImportSettings,
    transactions: 'own',
    status: 200,
    answer: itemImportPreview,
  },
  startItemImport: {
    summary: 'Import the work items of the file with these settings in the background',
    method: 'POST',
    path: `${one}start/`,
    who: own,
    body: itemImportSettings,
    transactions: 'own',
    answer: itemImportRow,
    fails: ['conflict'],
  },
  stopItemImport: {
    summary: 'Stop an import of work items. Work items that it created stay',
    method: 'POST',
    path: `${one}stop/`,
    who: own,
    answer: itemImportRow,
  },
  undoItemImport: {
    summary: 'Move all created work items to the trash and restore all changed ones, in the background',
    method: 'POST',
    path: `${one}undo/`,
    who: own,
    answer: itemImportRow,
    fails: ['conflict'],
  },
  downloadItemImportReport: {
    summary: 'Download the report of an import of work items as CSV, with one line per row of the file',
    method: 'GET',
    path: `${one}report/`,
    who: own,
  },
})
