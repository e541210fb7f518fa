import { z } from 'zod'
import { id } from '../../platform/time.ts'
import { listingQuery, workItemListResponse } from '../../work/listing/schema.ts'
import { maxItemsPerBulkCall } from '../../work/work-items/rules.ts'

export const projectPath = '/api/workspaces/{slug}/projects/{project_id}' as const

export const messageResponse = z.object({ message: z.string() })

interface CycleOrModuleCalls<Kind, Items, Answer, Detail> {
  kind: Kind
  /** Part of the path for the items of a cycle or module. */
  items: Items
  answer: Answer
  /** Schema of the response for one cycle or module. */
  detail: Detail
}

/**
 * Declares the calls that cycles and modules have in common. Guests of the project may list them; members may
 * change them.
 */
export function createCycleOrModuleCalls<
  const Kind extends 'cycle' | 'module',
  const Items extends string,
  Answer extends z.ZodObject<{ archived_at: z.ZodType }>,
  Detail extends z.ZodType,
>({ kind, items, answer, detail }: CycleOrModuleCalls<Kind, Items, Answer, Detail>) {
  const one = `${projectPath}/${kind}s/{${kind}_id}` as const
  const archived = `${projectPath}/archived-${kind}s` as const
  return {
    listArchived: {
      summary: `List the archived ${kind}s of a project, newest first`,
      method: 'GET',
      path: `${archived}/`,
      who: { project: 'member' },
      answer: z.array(answer),
    },
    getArchived: {
      summary: `Get an archived ${kind}`,
      method: 'GET',
      path: `${archived}/{${kind}_id}/`,
      who: { project: 'member' },
      answer: detail,
    },
    get: { method: 'GET', path: `${one}/`, who: { project: 'member' }, answer: detail },
    update: { method: 'PATCH', path: `${one}/`, who: { project: 'member' }, answer },
    delete: {
      summary: `Delete a ${kind}. Its work items are kept`,
      method: 'DELETE',
      path: `${one}/`,
      who: { project: 'admin', orOwn: true },
    },
    restore: { method: 'POST', path: `${one}/restore/`, who: { project: 'admin', orOwn: true }, answer },
    archive: {
      method: 'POST',
      path: `${one}/archive/`,
      who: { project: 'member' },
      answer: z.object({ archived_at: answer.shape.archived_at }),
    },
    unarchive: {
      summary: `Unarchive a ${kind}`,
      method: 'DELETE',
      path: `${one}/archive/`,
      who: { project: 'member' },
    },
    listWorkItems: {
      summary: `List the work items of a ${kind}, flat or grouped`,
      method: 'GET',
      path: `${one}/${items}/`,
      who: { project: 'member' },
      query: listingQuery,
      answer: workItemListResponse,
    },
    add: {
      method: 'POST',
      path: `${one}/${items}/`,
      who: { project: 'member' },
      body: z.object({
        issues: z
          .array(id, 'Issues are required')
          .min(1, 'Issues are required')
          .max(maxItemsPerBulkCall, `Change at most ${maxItemsPerBulkCall} work items at once.`),
      }),
      status: 201,
      answer: messageResponse,
    },
    remove: {
      summary: `Remove a work item from a ${kind}`,
      method: 'DELETE',
      path: `${one}/${items}/{issue_id}/`,
      who: { project: 'member' },
    },
  } as const
}
