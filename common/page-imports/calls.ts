import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { line } from '../fields.ts'
import { id } from '../time.ts'
import { pageImportDetail, pageImportRow } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/page-imports/'
const one = `${all}{import_id}/` as const

/** Whoever began it, whatever their role. */
const own = { project: 'member', onlyOwn: true } as const

export const pageImportCalls = declareCalls({
  createPageImport: {
    area: 'pages',
    summary:
      'Make pages of a file of Markdown or HTML, or of a zip archive of such files; the file is the body, as it is',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    query: z.object({
      id: id.optional(),
      name: line(1000).min(1, 'A file has a name.'),
      /** Below which page; left out, at the top. */
      parent: id.optional(),
      access: z
        .enum(['0', '1'])
        .default('0')
        .transform((value) => (value === '1' ? 1 : 0)),
    }),
    upload: true,
    transactions: 'own',
    status: 201,
    answer: pageImportRow,
    fails: ['too_large', 'conflict'],
  },
  listPageImports: {
    area: 'pages',
    summary: 'The imports that one has made in a project, newest first',
    method: 'GET',
    path: all,
    who: { project: 'member' },
    status: 200,
    answer: z.array(pageImportRow),
  },
  getPageImport: {
    area: 'pages',
    summary: 'What became of an import, file by file',
    method: 'GET',
    path: one,
    who: own,
    status: 200,
    answer: pageImportDetail,
  },
  stopPageImport: {
    area: 'pages',
    summary: 'Make no more pages of a file; those that are there stay',
    method: 'POST',
    path: `${one}stop/`,
    who: own,
    status: 200,
    answer: pageImportRow,
  },
  undoPageImport: {
    area: 'pages',
    summary: 'Put all pages of an import into the trash together',
    method: 'POST',
    path: `${one}undo/`,
    who: own,
    status: 200,
    answer: pageImportRow,
  },
  redoPageImport: {
    area: 'pages',
    summary: 'Take the pages of an import out of the trash together',
    method: 'DELETE',
    path: `${one}undo/`,
    who: own,
    status: 200,
    answer: pageImportRow,
  },
})
