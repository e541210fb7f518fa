import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { line } from '../fields.ts'
import { pageRow } from '../pages/schema.ts'
import { projectRow } from '../projects/schema.ts'
import { id } from '../time.ts'
import { userLite } from '../users/schema.ts'
import { workItemRow } from '../work-items/schema.ts'

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
  page: z.array(pageRow.pick({ id: true, name: true, logo_props: true }).extend({ projects__id: id })),
})

export const searchCalls = declareCalls({
  searchEntities: {
    area: 'search',
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
    status: 200,
    answer: results.partial(),
  },
})
