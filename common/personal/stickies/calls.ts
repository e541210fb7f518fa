import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, positionField, singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id } from '../../platform/time.ts'
import { maxPerPage } from '../../work/listing/keys.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import { maxStickyNameLength, maxStickyTextLength, stickyColors } from './rules.ts'
import { stickyResponse, stickyRow } from './schema.ts'

const fields = {
  name: emptyAsNull(singleLineText(maxStickyNameLength)).optional(),
  description_html: z.string().max(maxStickyTextLength).nullish(),
  /** Text as editor JSON. It is used only when the request contains no HTML. */
  description: z.record(z.string(), z.unknown()).nullish(),
  color: emptyAsNull(singleLineText(maxStickyNameLength)).optional(),
  background_color: z
    .union([z.enum(stickyColors), z.literal('').transform(() => null), z.null()], 'Unknown colour.')
    .optional(),
  logo_props: logoProps.nullish(),
  sort_order: positionField.optional(),
}

const all = '/api/workspaces/{slug}/stickies/'
const one = '/api/workspaces/{slug}/stickies/{sticky_id}/'
const own = { workspace: 'guest', onlyOwn: true } as const

/** Calls for the caller's stickies, which are private notes. */
export const stickyCalls = declareCalls('stickies', {
  listStickies: {
    summary: 'List or search your stickies in order',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: z.object({
      ...pagingQueryFields,
      per_page: z.coerce.number().int().min(1).max(maxPerPage).default(20),
      query: singleLineText(200).optional(),
    }),
    answer: createPageSchema(stickyRow),
  },
  createSticky: {
    summary: 'Create a sticky. By default it comes first',
    method: 'POST',
    path: all,
    who: { workspace: 'guest' },
    body: z.object({ id: id.optional(), ...fields }),
    status: 201,
    answer: stickyResponse,
    fails: ['conflict'],
  },
  getSticky: {
    summary: 'Get a sticky',
    method: 'GET',
    path: one,
    who: own,
    answer: stickyResponse,
  },
  updateSticky: {
    summary: 'Update a sticky. If `based_on` is outdated, the stored text becomes another sticky',
    method: 'PATCH',
    path: one,
    who: own,
    body: z.object({ ...fields, based_on: z.int().optional() }),
    answer: stickyResponse,
  },
  deleteSticky: {
    summary: 'Delete a sticky',
    method: 'DELETE',
    path: one,
    who: own,
  },
})
