import { z } from 'zod'
import { declareCalls, type Who } from '../../platform/call.ts'
import { namesAmong } from '../../platform/fields.ts'
import { moment } from '../../platform/time.ts'
import { paging, syncPageOf } from '../../work/listing/schema.ts'
import { allAtWorkspace } from '../pages/at-workspace.ts'
import { versionsKept } from './rules.ts'
import { pageVersionAnswer, pageVersionDetail, versionAnswer, versionDetail } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/description-versions/'
const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/description-versions/{version_id}/'
const restored =
  '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/description-versions/{version_id}/restore/'

const fields = Object.keys(versionDetail.shape) as (keyof typeof versionDetail.shape)[]
const fieldsOfPage = Object.keys(pageVersionDetail.shape) as (keyof typeof pageVersionDetail.shape)[]
/** Only while the text is what was brought back from the version saved then, as Undo of that asks: what was written since stays. */
const asUndo = z.object({ while: moment.optional() })

/** What the description of a work item was, and is. */
export const versionCalls = declareCalls({
  listDescriptionVersions: {
    area: 'work-items',
    summary: `The last ${versionsKept} versions of a description, the newest first, which is the present one`,
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    status: 200,
    answer: syncPageOf(versionAnswer),
  },
  getDescriptionVersion: {
    area: 'work-items',
    summary: 'One version of a description with its text',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    query: z.object({ fields: namesAmong(fields, 'There is no such field.').optional() }),
    status: 200,
    answer: versionDetail,
  },
  restoreDescriptionVersion: {
    area: 'work-items',
    summary: 'Write what a description was once more; answers the version that it is by that',
    method: 'POST',
    path: restored,
    who: { project: 'member', orOwn: true },
    query: asUndo,
    etag: 'told',
    status: 200,
    answer: versionAnswer,
    fails: ['conflict'],
  },
})

const ofProject = callsOfPages({
  ofPage: '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/versions/',
  where: 'of a project',
  readers: { project: 'guest' },
  editors: { project: 'member', orOwn: true },
})
const ofWorkspace = callsOfPages({
  ofPage: '/api/workspaces/{slug}/pages/{page_id}/versions/',
  where: 'of the workspace',
  readers: { workspace: 'member' },
  editors: { workspace: 'member' },
})

export const pageVersionCalls = ofProject
export const workspacePageVersionCalls = allAtWorkspace(ofWorkspace)
/** By the names of those of a project, as both are served by the same. */
export type WorkspacePageVersionCalls = typeof ofWorkspace

/** What the text of a page was, and is. */
function callsOfPages<const Path extends string, const Place extends Who>({
  ofPage,
  where,
  readers,
  editors,
}: {
  ofPage: Path
  where: string
  readers: Place
  editors: Place
}) {
  return declareCalls({
    listPageVersions: {
      area: 'pages',
      summary: `The last ${versionsKept} versions of the text of a page ${where}, the newest first, which is the present one`,
      method: 'GET',
      path: ofPage,
      who: readers,
      status: 200,
      answer: z.array(pageVersionAnswer),
    },
    getPageVersion: {
      area: 'pages',
      summary: `One version of a page ${where} with its text`,
      method: 'GET',
      path: `${ofPage}{version_id}/`,
      who: readers,
      query: z.object({ fields: namesAmong(fieldsOfPage, 'There is no such field.').optional() }),
      status: 200,
      answer: pageVersionDetail,
    },
    restorePageVersion: {
      area: 'pages',
      summary: `Write what a page ${where} was once more; answers the version that it is by that`,
      method: 'POST',
      path: `${ofPage}{version_id}/restore/`,
      who: editors,
      query: asUndo,
      etag: 'told',
      status: 200,
      answer: pageVersionAnswer,
      fails: ['conflict'],
    },
  })
}
