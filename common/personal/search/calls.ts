import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { projectRow } from '../../organization/projects/schema.ts'
import { teamspaceRow } from '../../organization/teamspaces/schema.ts'
import { pageRow } from '../../pages/pages/schema.ts'
import { cycleRow } from '../../planning/cycles/schema.ts'
import { moduleRow } from '../../planning/modules/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { booleanQueryField, commaSeparatedNames, singleLineText } from '../../platform/fields.ts'
import { dayInSupportedYears, id } from '../../platform/time.ts'
import { workItemRow } from '../../work/work-items/schema.ts'
import { searchResultKinds } from './kinds.ts'
import { searchResult } from './schema.ts'

const ids = singleLineText(4000)
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(z.array(id).max(100))

/** Cursor with the format `rank:time:id` of the last hit on the previous page. */
const foundCursor = /^[12]:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Fields of the results of each kind, in the format that clients of Plane expect. */
const namedResult = z.object({ id, name: z.string(), workspace__slug: z.string() })
const projectResult = namedResult.extend({ project_id: id.nullable(), project__identifier: z.string() })
const itemResult = projectResult.extend({ sequence_id: z.int(), type_id: id.nullable() })
export const entitySearchResults = z.object({
  workspace: z.array(z.object({ id, name: z.string(), slug: z.string() })),
  project: z.array(namedResult.extend({ identifier: z.string() })),
  issue: z.array(itemResult),
  cycle: z.array(projectResult),
  module: z.array(projectResult),
  issue_view: z.array(projectResult),
  teamspace: z.array(namedResult),
  page: z.array(namedResult.extend({ projects__id: z.array(id), project_identifiers: z.array(z.string()) })),
  intake: z.array(itemResult),
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
  teamspace: z.array(
    teamspaceRow.pick({ id: true, name: true, logo_props: true }).extend({ workspace__slug: z.string() }),
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
    summary: 'Search the workspace. Exact keys come first, then titles, then texts',
    method: 'GET',
    path: '/api/workspaces/{slug}/find/',
    who: { workspace: 'guest' },
    query: z.object({
      /** Words to search for. An empty text matches all content, newest first. */
      query: singleLineText(255).default(''),
      /** Kinds of results, separated by commas. By default, all kinds are searched. */
      kinds: commaSeparatedNames(searchResultKinds, 'Unknown kind.').optional(),
      /** Project ids, separated by commas. */
      projects: ids.optional(),
      /** Ids of authors, separated by commas. */
      people: ids.optional(),
      /** First day of the range in which the last change was made, in the caller's time zone. */
      from: dayInSupportedYears.optional(),
      /** Last day of the range in which the last change was made, in the caller's time zone. */
      to: dayInSupportedYears.optional(),
      /** Maximum hits of each kind, without pagination. The command palette uses this. */
      of_each: z.coerce.number().int().min(1).max(20).optional(),
      per_page: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().regex(foundCursor, 'Invalid cursor parameter.').optional(),
    }),
    answer: z.object({ results: z.array(searchResult), next_cursor: z.string().nullable() }),
  },
  searchWorkspace: {
    summary: 'Search by title, grouped by type. Returns at most 100 of each type',
    method: 'GET',
    path: '/api/workspaces/{slug}/search/',
    who: { workspace: 'guest' },
    query: z.object({
      search: singleLineText(255).default(''),
      /** True to search all projects. Otherwise, only `project_id` is searched, if it is set. */
      workspace_search: booleanQueryField.optional(),
      project_id: id.optional(),
      /** Kinds of objects to search, separated by commas. Unknown kinds are ignored. */
      entities: singleLineText(200).optional(),
    }),
    answer: z.object({ results: entitySearchResults.partial() }),
  },
  searchEntities: {
    summary: 'Search for objects to mention or link in a text, by type',
    method: 'GET',
    path: '/api/workspaces/{slug}/entity-search/',
    who: { workspace: 'guest' },
    query: z.object({
      /** Kinds of objects to search, separated by commas. Unknown kinds are ignored. */
      query_type: singleLineText(200).default('user_mention'),
      query: singleLineText(255).default(''),
      /** Maximum number of hits of each kind. */
      count: z.coerce.number().int().min(1).max(100).default(5),
      /**
       * Id of a project. The search is then limited to this project and to users who can be mentioned in it.
       */
      project_id: id.optional(),
    }),
    answer: results.partial(),
  },
})
