import { z } from 'zod'
import { renameCallsForWorkspace } from '../../platform/at-workspace.ts'
import { type CallerRequirement, declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { pageImportDetail, pageImportRow } from './schema.ts'

const ofProject = callsAt({
  all: '/api/workspaces/{slug}/projects/{project_id}/page-imports/',
  where: 'of a project',
  who: { project: 'member' },
  own: { project: 'member', onlyOwn: true },
})

const ofWorkspace = callsAt({
  all: '/api/workspaces/{slug}/page-imports/',
  where: 'of the workspace',
  who: { workspace: 'member' },
  own: { workspace: 'member', onlyOwn: true },
})

export const pageImportCalls = ofProject
export const workspacePageImportCalls = renameCallsForWorkspace(ofWorkspace)
/**
 * The calls for a workspace have the same names as the calls for a project, because the same handlers serve
 * both groups of calls.
 */
export type WorkspacePageImportCalls = typeof ofWorkspace

interface ImportCallOptions<Path extends string, Access extends CallerRequirement> {
  all: Path
  /** End of the summary of each call, for example "of a project". */
  where: string
  who: Access
  /**
   * Access condition for calls that only the user who started the import can make. The user's role does not
   * matter.
   */
  own: Access
}

function callsAt<const Path extends string, const Access extends CallerRequirement>({
  all,
  where,
  who,
  own,
}: ImportCallOptions<Path, Access>) {
  const one = `${all}{import_id}/` as const
  return declareCalls('pages', {
    createPageImport: {
      summary: `Import pages ${where} from Markdown, HTML or zip. The body is the file`,
      method: 'POST',
      path: all,
      who,
      query: z.object({
        id: id.optional(),
        name: singleLineText(1000).min(1, 'Enter a file name.'),
        /** Id of the parent page. Without it, the imported pages go to the top level. */
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
      summary: `List your imports of pages ${where}, newest first`,
      method: 'GET',
      path: all,
      who,
      answer: z.array(pageImportRow),
    },
    getPageImport: {
      summary: `Get an import of pages ${where} with its files`,
      method: 'GET',
      path: one,
      who: own,
      answer: pageImportDetail,
    },
    stopPageImport: {
      summary: `Stop an import of pages ${where}. Pages that it created are kept`,
      method: 'POST',
      path: `${one}stop/`,
      who: own,
      answer: pageImportRow,
    },
    undoPageImport: {
      summary: `Move all pages of an import ${where} to the trash`,
      method: 'POST',
      path: `${one}undo/`,
      who: own,
      answer: pageImportRow,
    },
    redoPageImport: {
      summary: `Restore all pages of an import ${where} from the trash`,
      method: 'DELETE',
      path: `${one}undo/`,
      who: own,
      answer: pageImportRow,
    },
  })
}
