import { z } from 'zod'
import { fileReadQuery } from '../../documents/files/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { line } from '../../platform/fields.ts'
import { pageOf, paging } from '../../work/listing/schema.ts'
import { boardSettings, deployBoard, publicItem, publishedBoard } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/project-deploy-boards/'
const board = '/api/public/anchor/{anchor}/'
const lacks = ['intake']
export const boardParams = z.object({ anchor: line(64) })
const params = boardParams

export const publishCalls = declareCalls('publish', {
  getDeployBoard: {
    summary: 'How a project is published; nothing in it where it is not',
    method: 'GET',
    path: all,
    who: { project: 'admin' },
    answer: deployBoard.partial(),
  },
  publishProject: {
    summary: 'Let anybody who has the address read the work items of a project',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: boardSettings,
    lacks,
    answer: deployBoard,
  },
  updateDeployBoard: {
    summary: 'Change how a published project is shown, and what people may do with it besides reading',
    method: 'PATCH',
    path: `${all}{deploy_board_id}/`,
    who: { project: 'admin' },
    body: boardSettings,
    lacks,
    answer: deployBoard,
  },
  unpublishProject: {
    summary: 'End the publishing of a project: its address leads nowhere from now on',
    method: 'DELETE',
    path: `${all}{deploy_board_id}/`,
    who: { project: 'admin' },
    archivedProject: 'allowed',
  },
  getPublishedBoard: {
    summary: 'A published project with its states and labels',
    method: 'GET',
    path: `${board}settings/`,
    who: 'anyone',
    params,
    answer: publishedBoard,
  },
  listPublishedItems: {
    summary: 'Work items of a published project, in their order',
    method: 'GET',
    path: `${board}issues/`,
    who: 'anyone',
    params,
    query: z.object(paging),
    answer: pageOf(publicItem),
  },
  getPublishedItem: {
    summary: 'One of these work items, with its description',
    method: 'GET',
    path: `${board}issues/{issue_id}/`,
    who: 'anyone',
    params,
    answer: publicItem.extend({
      /** Mentions are replaced by `@…`. Pictures are loaded by `getPublishedPicture`. */
      description_html: z.string(),
    }),
  },
  getPublishedPicture: {
    summary: 'A picture that stands in the description of one of these work items now',
    method: 'GET',
    path: '/api/public/assets/v2/anchor/{anchor}/{asset_id}/',
    who: 'anyone',
    params,
    query: fileReadQuery,
  },
  findPublishedBoard: {
    summary: 'By which address a project is published',
    method: 'GET',
    path: '/api/public/workspaces/{slug}/projects/{project_id}/anchor/',
    who: 'anyone',
    answer: deployBoard.pick({ anchor: true, entity_name: true, entity_identifier: true }),
  },
})
