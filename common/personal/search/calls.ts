import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { projectRow } from '../../organization/projects/schema.ts'
import { pageRow } from '../../pages/pages/schema.ts'
import { cycleRow } from '../../planning/cycles/schema.ts'
import { moduleRow } from '../../planning/modules/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { flag, line, namesAmong } from '../../platform/fields.ts'
import { id, reckonedDay } from '../../platform/time.ts'
import { workItemRow } from '../../work/work-items/schema.ts'
import { foundKinds } from './kinds.ts'
import { found } from './schema.ts'

const ids = line(4000)
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(z.array(id).max(100))

/** `rank:moment:id` of the last one on the page before; it holds nothing that its reader does not know. */
const foundCursor = /^[12]:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What clients of the reference product ask for by kind. */
const named = z.object({ id, name: z.string(), workspace__slug: z.string() })
const placed = named.extend({ project_id: id.nullable(), project__identifier: z.string() })
const numbered = placed.extend({ sequence_id: z.int(), type_id: id.nullable() })
export const searchedEntities = z.object({
  workspace: z.array(z.object({ id, name: z.string(), slug: z.string() })),
  project: z.array(named.extend({ identifier: z.string() })),
  issue: z.array(numbered),
  cycle: z.array(placed),
  module: z.array(placed),
  issue_view: z.array(placed),
  page: z.array(named.extend({ projects__id: z.array(id), project_identifiers: z.array(z.string()) })),
  intake: z.array(numbered),
})

const results = z.object({
  user_mention: z.array(
    z.object({
      member__id: id,
      member__display_name: userLite.shape.display_name,
      member__avatar_url: userLite.shape.avatar_url,
    }),
  ),
  project: z.array(
    projectRow.pick({ id: true, name: true, identifier: true, logo_props: true }).extend({
      workspace__slug: z.string(),
    }),
  ),
  issue: z.array(
    workItemRow
      .pick({
        id: true,
        name: true,
        sequence_id: true,
        project_id: true,
        priority: true,
        state_id: true,
        type_id: true,
      })
      .extend({ project__identifier: z.string() }),
  ),
  cycle: z.array(
    cycleRow
      .pick({ id: true, name: true, project_id: true, logo_props: true })
      .extend({ project__identifier: z.string(), status: z.string() }),
  ),
  module: z.array(
    moduleRow
      .pick({ id: true, name: true, project_id: true, status: true, logo_props: true })
      .extend({ project__identifier: z.string() }),
  ),
  page: z.array(
    pageRow.pick({ id: true, name: true, logo_props: true }).extend({ projects__id: id.nullable() }),
  ),
})

export const searchCalls = declareCalls('search', {
  findInWorkspace: {
    summary:
      'What is found of everything in the workspace, by words of titles and texts: a whole key first, then titles, then texts, each the newest first',
    method: 'GET',
    path: '/api/workspaces/{slug}/find/',
    who: { workspace: 'guest' },
    query: z.object({
      /** Empty for everything, the newest first. */
      query: line(255).default(''),
      /** Kinds with commas between them; all without it. */
      kinds: namesAmong(foundKinds, 'There is no such kind.').optional(),
      /** Projects with commas between their ids. */
      projects: ids.optional(),
      /** Those who made it or said it, likewise. */
      people: ids.optional(),
      /** Changed on that day or after it, in the caller's time zone. */
      from: reckonedDay.optional(),
      /** Changed on that day or before it. */
      to: reckonedDay.optional(),
      /** At most so many of each kind, without further pages: what a palette shows. */
      of_each: z.coerce.number().int().min(1).max(20).optional(),
      per_page: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().regex(foundCursor, 'Invalid cursor parameter.').optional(),
    }),
    answer: z.object({ results: z.array(found), next_cursor: z.string().nullable() }),
  },
  searchWorkspace: {
    summary:
      'What is found by words of its title, by kind, at most a hundred of each; without words whatever one sees',
    method: 'GET',
    path: '/api/workspaces/{slug}/search/',
    who: { workspace: 'guest' },
    query: z.object({
      search: line(255).default(''),
      /** Of every project; otherwise of the one that is named, if one is. */
      workspace_search: flag.optional(),
      project_id: id.optional(),
      /** Kinds with commas between them; what else is named is passed over. */
      entities: line(200).optional(),
    }),
    answer: z.object({ results: searchedEntities.partial() }),
  },
  searchEntities: {
    summary: 'What can be mentioned or linked in a text, by kind',
    method: 'GET',
    path: '/api/workspaces/{slug}/entity-search/',
    who: { workspace: 'guest' },
    query: z.object({
      /** Kinds with commas between them; what else is named is passed over. */
      query_type: line(200).default('user_mention'),
      query: line(255).default(''),
      /** Of each kind at most so many. */
      count: z.coerce.number().int().min(1).max(100).default(5),
      /** People who can be mentioned in that project, and what is in it. */
      project_id: id.optional(),
    }),
    answer: results.partial(),
  },
})
