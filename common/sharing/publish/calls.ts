import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { pagingQueryFields } from '../../work/listing/schema.ts'
import { publicBoardFilters, publicBoardGroupings, publicBoardOrders } from './rules.ts'
import { boardSettings, publicItem, publicItemPage, publishedBoard, publishSettings } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/project-deploy-boards/'
const board = '/api/public/anchor/{anchor}/'
export const boardParams = z.object({ anchor: singleLineText(64) })
const params = boardParams

const arrangedGroup = z.enum(publicBoardGroupings, 'Invalid grouping of work items.').optional()
const filter = singleLineText(20_000).optional()
// The cast is needed because TypeScript cannot infer the keys from entries.
const filters = Object.fromEntries(publicBoardFilters.map((name) => [name, filter])) as Record<
  (typeof publicBoardFilters)[number],
  typeof filter
>

export const publishCalls = declareCalls('publish', {
  getDeployBoard: {
    summary: 'Get the public board of a project. It is empty if not published',
    method: 'GET',
    path: all,
    who: { project: 'admin' },
    answer: publishSettings.partial(),
  },
  publishProject: {
    summary: 'Publish a project. Anyone with the link can read its work items',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: boardSettings,
    answer: publishSettings,
  },
  updateDeployBoard: {
    summary: 'Update the settings of the public board of a project',
    method: 'PATCH',
    path: `${all}{deploy_board_id}/`,
    who: { project: 'admin' },
    body: boardSettings,
    answer: publishSettings,
  },
  unpublishProject: {
    summary: 'Unpublish a project. Its public link stops working',
    method: 'DELETE',
    path: `${all}{deploy_board_id}/`,
    who: { project: 'admin' },
    archivedProject: 'allowed',
  },
  getPublishedBoard: {
    summary: 'Get a public board with its states and labels',
    method: 'GET',
    path: `${board}settings/`,
    who: 'anyone',
    params,
    answer: publishedBoard,
  },
  listPublishedItems: {
    summary: 'List the work items of a public board in order',
    method: 'GET',
    path: `${board}issues/`,
    who: 'anyone',
    params,
    query: z.object({
      ...pagingQueryFields,
      group_by: arrangedGroup,
      sub_group_by: arrangedGroup,
      order_by: z.enum(publicBoardOrders, 'Invalid order of work items.').optional(),
      ...filters,
    }),
    answer: publicItemPage,
  },
  getPublishedItem: {
    summary: 'Get a work item of a public board with its description',
    method: 'GET',
    path: `${board}issues/{issue_id}/`,
    who: 'anyone',
    params,
    answer: publicItem.extend({
      /**
       * Text of the item. Mentions are replaced by `@…`, and pictures are loaded by `getPublishedPicture`.
       */
      description_html: z.string(),
    }),
  },
  findPublishedBoard: {
    summary: 'Get the anchor of the public board of a project',
    method: 'GET',
    path: '/api/public/workspaces/{slug}/projects/{project_id}/anchor/',
    who: 'anyone',
    answer: publishSettings.pick({ anchor: true, entity_name: true, entity_identifier: true }),
  },
})
