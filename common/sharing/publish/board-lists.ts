import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id } from '../../platform/time.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { boardParams } from './calls.ts'

const board = '/api/public/anchor/{anchor}/'
const named = z.object({ id, name: z.string() })

const published = { method: 'GET', who: 'anyone', params: boardParams } as const

/**
 * Calls that return the details of a published project and the states, labels, members, cycles and modules of
 * its public board. Clients of Plane load them separately. Only members, cycles and modules of published work
 * items are returned, and none of these for the board of a view.
 */
export const boardListCalls = declareCalls('publish', {
  getPublishedMeta: {
    ...published,
    summary: 'Name, description and cover of a published project, for link previews',
    path: `${board}meta/`,
    answer: z.object({
      name: z.string(),
      description: z.string(),
      cover_image: z.string().nullable(),
      logo_props: logoProps,
    }),
  },
  listPublishedStates: {
    ...published,
    summary: 'States of a published project',
    path: `${board}states/`,
    answer: z.array(named.extend({ color: z.string(), group: stateGroup, sequence: z.number() })),
  },
  listPublishedLabels: {
    ...published,
    summary: 'Labels of a published project',
    path: `${board}labels/`,
    answer: z.array(named.extend({ color: z.string(), parent: id.nullable() })),
  },
  listPublicBoardMembers: {
    ...published,
    summary: 'People who are assigned to published work items, without email addresses',
    path: `${board}members/`,
    answer: z.array(
      z.object({
        id,
        member: id,
        member__display_name: z.string(),
        member__avatar: z.string().nullable(),
        project: id,
        workspace: id,
      }),
    ),
  },
  listPublishedCycles: {
    ...published,
    summary: 'Cycles of published work items',
    path: `${board}cycles/`,
    answer: z.array(named),
  },
  listPublishedModules: {
    ...published,
    summary: 'Modules of published work items',
    path: `${board}modules/`,
    answer: z.array(named),
  },
})
