import { z } from 'zod'
import { reading } from '../assets/schema.ts'
import { declareCalls } from '../call.ts'
import { line } from '../fields.ts'
import { pageOf, paging } from '../listing/schema.ts'
import { logoProps } from '../projects/schema.ts'
import { stateGroup } from '../states/schema.ts'
import { id, moment } from '../time.ts'
import { priorities } from '../work-items/priorities.ts'

/** How the work items of a published project can be looked at; the first that is on is shown. */
const views = z.object({ list: z.boolean(), kanban: z.boolean() }).partial()

export const deployBoard = z.object({
  id,
  project_id: id,
  workspace_id: id,
  /** What the address of the board ends in: whoever knows it reads the board. */
  anchor: z.string(),
  entity_name: z.literal('project'),
  entity_identifier: id,
  views: z.object({ list: z.boolean(), kanban: z.boolean() }),
  created_at: moment,
  updated_at: moment,
})
export type DeployBoard = z.infer<typeof deployBoard>

/** What strangers see of an item: what it is called and how it stands, nothing of people. */
export const publicItem = z.object({
  id,
  key: z.string(),
  sequence_id: z.int(),
  name: z.string(),
  state_id: id,
  priority: z.enum(priorities),
  label_ids: z.array(id),
  start_date: z.string().nullable(),
  target_date: z.string().nullable(),
})
export type PublicItem = z.infer<typeof publicItem>

const publicState = z.object({ id, name: z.string(), color: z.string(), group: stateGroup })
const publicLabel = z.object({ id, name: z.string(), color: z.string() })

export const publishedBoard = z.object({
  anchor: z.string(),
  name: z.string(),
  description: z.string(),
  logo_props: logoProps,
  views: deployBoard.shape.views,
  states: z.array(publicState),
  labels: z.array(publicLabel),
})
export type PublishedBoard = z.infer<typeof publishedBoard>

const all = '/api/workspaces/{slug}/projects/{project_id}/project-deploy-boards/'
const board = '/api/public/anchor/{anchor}/'
const lacks = ['is_comments_enabled', 'is_reactions_enabled', 'is_votes_enabled', 'intake']
const params = z.object({ anchor: line(64) })

export const publishCalls = declareCalls({
  getDeployBoard: {
    area: 'publish',
    summary: 'How a project is published; nothing in it where it is not',
    method: 'GET',
    path: all,
    who: { project: 'admin' },
    status: 200,
    answer: deployBoard.partial(),
  },
  publishProject: {
    area: 'publish',
    summary: 'Let anybody who has the address read the work items of a project',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({ views: views.optional() }),
    lacks,
    status: 200,
    answer: deployBoard,
  },
  updateDeployBoard: {
    area: 'publish',
    summary: 'Change how a published project is shown',
    method: 'PATCH',
    path: `${all}{deploy_board_id}/`,
    who: { project: 'admin' },
    body: z.object({ views: views.optional() }),
    lacks,
    status: 200,
    answer: deployBoard,
  },
  unpublishProject: {
    area: 'publish',
    summary: 'End the publishing of a project: its address leads nowhere from now on',
    method: 'DELETE',
    path: `${all}{deploy_board_id}/`,
    who: { project: 'admin' },
    archivedProject: 'allowed',
    status: 204,
  },
  getPublishedBoard: {
    area: 'publish',
    summary: 'A published project with its states and labels',
    method: 'GET',
    path: `${board}settings/`,
    who: 'anyone',
    params,
    status: 200,
    answer: publishedBoard,
  },
  listPublishedItems: {
    area: 'publish',
    summary: 'Work items of a published project, in their order',
    method: 'GET',
    path: `${board}issues/`,
    who: 'anyone',
    params,
    query: z.object(paging),
    status: 200,
    answer: pageOf(publicItem),
  },
  getPublishedItem: {
    area: 'publish',
    summary: 'One of these work items, with its description',
    method: 'GET',
    path: `${board}issues/{issue_id}/`,
    who: 'anyone',
    params,
    status: 200,
    answer: publicItem.extend({
      /** A person in it is `@…`; the pictures in it are read by `getPublishedPicture`. */
      description_html: z.string(),
    }),
  },
  getPublishedPicture: {
    area: 'publish',
    summary: 'A picture that stands in the description of one of these work items now',
    method: 'GET',
    path: '/api/public/assets/v2/anchor/{anchor}/{asset_id}/',
    who: 'anyone',
    params,
    query: reading,
    status: 200,
  },
  findPublishedBoard: {
    area: 'publish',
    summary: 'By which address a project is published',
    method: 'GET',
    path: '/api/public/workspaces/{slug}/projects/{project_id}/anchor/',
    who: 'anyone',
    status: 200,
    answer: deployBoard.pick({ anchor: true, entity_name: true, entity_identifier: true }),
  },
})
