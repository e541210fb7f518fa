import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, singleLineText, urlField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { maxLinkTitleLength, normalizeLinkUrl } from './rules.ts'
import { linkResponse } from './schema.ts'

const fields = {
  title: emptyAsNull(singleLineText(maxLinkTitleLength)).optional(),
  url: urlField(normalizeLinkUrl),
}

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-links/'
const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/issue-links/{link_id}/'

/**
 * Calls for links of work items. After the request, a job loads the title of the linked page. The loaded
 * title never replaces a title that a user gave.
 */
export const linkCalls = declareCalls('work-items', {
  listLinks: {
    summary: 'List the links of a work item, newest first',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: z.array(linkResponse),
  },
  createLink: {
    summary: 'Add a link to a work item',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: z.object({ id: id.optional(), ...fields }),
    lacks: ['metadata'],
    status: 201,
    answer: linkResponse,
    fails: ['conflict'],
  },
  updateLink: {
    summary: 'Update a link of a work item',
    method: 'PATCH',
    path: one,
    who: { project: 'member' },
    body: z.object(fields).partial(),
    answer: linkResponse,
  },
  deleteLink: {
    summary: 'Delete a link of a work item',
    method: 'DELETE',
    path: one,
    who: { project: 'member' },
  },
})
