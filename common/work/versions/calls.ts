import { z } from 'zod'
import { versionsLimit } from '../../documents/versions/rules.ts'
import { versionDetail, versionResponse } from '../../documents/versions/schema.ts'
import { undoRestoreQuery } from '../../documents/versions/undo-restore.ts'
import { declareCalls } from '../../platform/call.ts'
import { commaSeparatedNames } from '../../platform/fields.ts'
import { createSyncPageSchema, pagingQueryFields } from '../listing/schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/description-versions/'
const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/description-versions/{version_id}/'
const restored =
  '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/description-versions/{version_id}/restore/'

const workItem = '/api/workspaces/{slug}/projects/{project_id}/work-items/{id}/description-versions/'

const fields = Object.keys(versionDetail.shape) as (keyof typeof versionDetail.shape)[]

/** Calls for the current and former versions of a description. */
export const descriptionVersionCalls = declareCalls('work-items', {
  listDescriptionVersions: {
    summary: `List the last ${versionsLimit} description versions of a work item, newest first`,
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    query: z.object({ per_page: pagingQueryFields.per_page, cursor: pagingQueryFields.cursor }),
    answer: createSyncPageSchema(versionResponse),
  },
  getDescriptionVersion: {
    summary: 'Get a description version of a work item with its text',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    query: z.object({ fields: commaSeparatedNames(fields, 'Unknown field.').optional() }),
    answer: versionDetail,
  },
  restoreDescriptionVersion: {
    summary: 'Restore a description version of a work item as the newest version',
    method: 'POST',
    path: restored,
    who: { project: 'member', orOwn: true },
    query: undoRestoreQuery,
    etag: 'returned',
    answer: versionResponse,
    fails: ['conflict'],
  },
})

/** Repeats the calls for versions under the paths that clients of Plane use. */
export const legacyDescriptionVersionCalls = declareCalls('work-items', {
  listWorkItemVersions: { ...descriptionVersionCalls.listDescriptionVersions, path: workItem },
  getWorkItemVersion: { ...descriptionVersionCalls.getDescriptionVersion, path: `${workItem}{version_id}/` },
})
