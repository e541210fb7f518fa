import { z } from 'zod'
import { versionsLimit } from '../../documents/versions/rules.ts'
import { pageVersionChange, pageVersionDetail, pageVersionResponse } from '../../documents/versions/schema.ts'
import { undoRestoreQuery } from '../../documents/versions/undo-restore.ts'
import { renameCallsForWorkspace } from '../../platform/at-workspace.ts'
import { type CallerRequirement, declareCalls } from '../../platform/call.ts'
import { commaSeparatedNames } from '../../platform/fields.ts'

const fieldsOfPage = Object.keys(pageVersionDetail.shape) as (keyof typeof pageVersionDetail.shape)[]

const ofProject = versionCallsAt({
  ofPage: '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/versions/',
  where: 'of a project',
  readers: { project: 'guest' },
  editors: { project: 'member', orOwn: true },
})
const ofWorkspace = versionCallsAt({
  ofPage: '/api/workspaces/{slug}/pages/{page_id}/versions/',
  where: 'of the workspace',
  readers: { workspace: 'guest' },
  editors: { workspace: 'member', orOwn: true },
})

export const pageVersionCalls = ofProject
export const workspacePageVersionCalls = renameCallsForWorkspace(ofWorkspace)
/**
 * The calls for a workspace have the same names as the calls for a project, because the same handlers serve
 * both groups of calls.
 */
export type WorkspacePageVersionCalls = typeof ofWorkspace

/** Calls for the versions of a page's text. */
function versionCallsAt<const Path extends string, const Access extends CallerRequirement>({
  ofPage,
  where,
  readers,
  editors,
}: {
  ofPage: Path
  where: string
  readers: Access
  editors: Access
}) {
  return declareCalls('pages', {
    listPageVersions: {
      summary: `List the last ${versionsLimit} versions of a page ${where} and all versions with a name, newest first`,
      method: 'GET',
      path: ofPage,
      who: readers,
      answer: z.array(pageVersionResponse),
    },
    getPageVersion: {
      summary: `Get a version of a page ${where} with its text`,
      method: 'GET',
      path: `${ofPage}{version_id}/`,
      who: readers,
      query: z.object({ fields: commaSeparatedNames(fieldsOfPage, 'Unknown field.').optional() }),
      answer: pageVersionDetail,
    },
    updatePageVersion: {
      summary: `Name a version of a page ${where}, or remove its name`,
      method: 'PATCH',
      path: `${ofPage}{version_id}/`,
      who: editors,
      body: pageVersionChange,
      answer: pageVersionResponse,
      fails: ['conflict'],
    },
    restorePageVersion: {
      summary: `Restore a version of a page ${where} as its newest version`,
      method: 'POST',
      path: `${ofPage}{version_id}/restore/`,
      who: editors,
      query: undoRestoreQuery,
      etag: 'returned',
      answer: pageVersionResponse,
      fails: ['conflict'],
    },
  })
}
