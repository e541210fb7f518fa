import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { color, line } from '../fields.ts'
import { logoProps } from '../projects/schema.ts'
import { id } from '../time.ts'
import { pageNameLength } from './rules.ts'
import { pageAccess, pageDetail, pageRow } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/pages/'
const one = '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/'

const content = z.object({
  description_html: z.string().optional(),
  description_json: z.record(z.string(), z.unknown()).optional(),
  /** Base64 of a Yjs state. */
  description_binary: z.base64().optional(),
})

const fields = {
  name: line(pageNameLength),
  color: z.union([z.literal(''), color]),
  logo_props: logoProps,
}

/** Of pages shared with the project; a private one is its owner's alone, and not found by others. */
const editors = { project: 'member', orOwn: true } as const
const managers = { project: 'admin', orOwn: true } as const

export const pageCalls = declareCalls({
  listPages: {
    area: 'pages',
    summary: 'Pages of a project that the caller may see, newest first',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    status: 200,
    answer: z.array(pageRow),
  },
  createPage: {
    area: 'pages',
    summary: 'Create a page',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: z
      .object({ id: id.optional(), access: pageAccess.optional(), ...fields })
      .partial()
      .extend(content.shape),
    status: 201,
    answer: pageRow,
    fails: ['conflict'],
  },
  getPage: {
    area: 'pages',
    summary: 'One page with its text',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    status: 200,
    answer: pageDetail,
  },
  updatePage: {
    area: 'pages',
    summary: 'Rename a page or change its looks',
    method: 'PATCH',
    path: one,
    who: editors,
    body: z.object(fields).partial(),
    status: 200,
    answer: pageRow,
  },
  setPageAccess: {
    area: 'pages',
    summary: 'Share a page with the project, or make it private',
    method: 'POST',
    path: `${one}access/`,
    who: { project: 'guest', onlyOwn: true },
    body: z.object({ access: pageAccess }),
    status: 200,
    answer: pageRow,
  },
  lockPage: {
    area: 'pages',
    summary: 'Lock a page against edits',
    method: 'POST',
    path: `${one}lock/`,
    who: managers,
    status: 200,
    answer: pageRow,
  },
  unlockPage: {
    area: 'pages',
    summary: 'Unlock a page',
    method: 'DELETE',
    path: `${one}lock/`,
    who: managers,
    status: 200,
    answer: pageRow,
  },
  deletePage: {
    area: 'pages',
    summary: 'Put a page into the trash',
    method: 'DELETE',
    path: one,
    who: managers,
    status: 204,
  },
  restorePage: {
    area: 'pages',
    summary: 'Take a page out of the trash',
    method: 'POST',
    path: `${one}restore/`,
    who: managers,
    status: 200,
    answer: pageRow,
  },
  getPageDescription: {
    area: 'pages',
    summary: 'The Yjs state of a page, as bytes',
    method: 'GET',
    path: `${one}description/`,
    who: { project: 'guest' },
    status: 200,
  },
  updatePageDescription: {
    area: 'pages',
    summary: 'Replace the text of a page; open editors see it',
    method: 'PATCH',
    path: `${one}description/`,
    who: editors,
    body: content,
    status: 200,
    answer: z.object({ message: z.string() }),
    fails: ['too_large'],
  },
})
