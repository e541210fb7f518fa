import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, positionField, singleLineText, urlField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { maxQuickLinkTitleLength, normalizeQuickLinkUrl } from './rules.ts'
import { quickLinkRow } from './schema.ts'

const fields = {
  title: emptyAsNull(singleLineText(maxQuickLinkTitleLength)).optional(),
  url: urlField(normalizeQuickLinkUrl),
  sort_order: positionField.optional(),
}

const all = '/api/workspaces/{slug}/quick-links/'
const one = '/api/workspaces/{slug}/quick-links/{quick_link_id}/'

/** Calls for the caller's links on the home screen. The caller decides their order. */
export const quickLinkCalls = declareCalls('home', {
  listQuickLinks: {
    summary: 'List your quick links',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    answer: z.array(quickLinkRow),
  },
  createQuickLink: {
    summary: 'Create a quick link',
    method: 'POST',
    path: all,
    who: { workspace: 'guest' },
    body: z.object({ id: id.optional(), ...fields }),
    status: 201,
    answer: quickLinkRow,
    fails: ['conflict'],
  },
  getQuickLink: {
    summary: 'Get a quick link',
    method: 'GET',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
    answer: quickLinkRow,
  },
  updateQuickLink: {
    summary: 'Update a quick link',
    method: 'PATCH',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
    body: z.object(fields).partial(),
    answer: quickLinkRow,
  },
  deleteQuickLink: {
    summary: 'Delete a quick link',
    method: 'DELETE',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
  },
})
