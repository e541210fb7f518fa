import { z } from 'zod'
import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { computeEtag } from '../../documents/content/etag.ts'
import { findByName, findPerson, findProjectByName, listPeople, listStateRows } from './find-rows.ts'
import { markdownToEditorHtml, textPart } from './markdown.ts'
import { projectField, workspaceField } from './project-tools.ts'
import { defineTool, type ToolContext, ToolError } from './tool.ts'

const keyField = z.string().describe('Key of the work item: HARB-12')
const day = z.iso.date()
const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

/** Fields of a work item that a tool can set. The language model sends names instead of ids. */
const fields = {
  title: z.string().max(255).optional(),
  description: z.string().max(1_000_000).optional().describe('Markdown'),
  state: z.string().optional().describe('Name of the state'),
  priority: z.enum(priorities).optional(),
  assignees: z
    .array(z.string())
    .optional()
    .describe('Names or email addresses, or "me". Replaces all assignees'),
  labels: z.array(z.string()).optional().describe('Names. Replaces all labels'),
  start_date: day.nullish(),
  due_date: day.nullish(),
  cycle: z.string().nullish().describe('Name of the cycle, or null for none'),
  modules: z.array(z.string()).optional().describe('Names. Replaces all modules'),
  parent: z.string().nullish().describe('Key of the parent work item, or null for none'),
}
type Fields = z.infer<z.ZodObject<typeof fields>>

type Item = ResponseOf<Calls['createWorkItem']>

export const workItemTools = [
  defineTool('list_work_items', {
    title: 'List work items',
    description:
      'Lists the work items of a project that match all filters, most recently changed first. Without a project, lists the work items of the workspace that are assigned to the user. Call the tool again with next_cursor to read more.',
    input: {
      workspace: workspaceField,
      project: projectField.optional(),
      state: z.string().optional().describe('Name of the state. Needs a project'),
      state_groups: z
        .array(z.enum(stateGroups))
        .optional()
        .describe('For example ["unstarted", "started"] for open work'),
      assignee: z.string().optional().describe('Name, email address or "me"'),
      label: z.string().optional().describe('Name of the label. Needs a project'),
      cycle: z.string().optional().describe('Name of the cycle. Needs a project'),
      module: z.string().optional().describe('Name of the module. Needs a project'),
      priority: z.enum(priorities).optional(),
      due_before: day.optional(),
      limit: z.int().min(1).max(100).default(25),
      cursor: z.string().optional(),
    },
    isReadOnly: true,
    run: listWorkItems,
  }),

  defineTool('get_work_item', {
    title: 'Read a work item',
    description:
      'Returns a work item with its description as Markdown, its sub-items and its newest comments. If next_offset is not null, the description continues there.',
    input: { workspace: workspaceField, key: keyField, offset: z.int().min(0).default(0) },
    isReadOnly: true,
    run: readWorkItem,
  }),

  defineTool('create_work_item', {
    title: 'Create a work item',
    description: 'Creates a work item in a project.',
    input: { workspace: workspaceField, project: projectField, ...fields, title: z.string().min(1).max(255) },
    async run(context, { workspace, project, ...sent }) {
      const found = await findProjectByName(context, workspace, project)
      const params = { slug: workspace, project_id: found.id }
      const created = await context.call('createWorkItem', {
        params,
        body: await bodyOf(context, params, sent),
      })
      return summaryOf(context, workspace, [created])
    },
  }),

  defineTool('update_work_item', {
    title: 'Change a work item',
    description: 'Changes the given fields of a work item. All other fields stay as they are.',
    input: {
      workspace: workspaceField,
      key: keyField,
      ...fields,
      description_version: z
        .string()
        .optional()
        .describe('From get_work_item. Required with description, so that nobody’s changes are overwritten'),
    },
    async run(context, { workspace, key, description_version, ...sent }) {
      if (sent.description !== undefined && description_version === undefined)
        throw new ToolError('Read the work item with get_work_item first, and send its description_version.')
      const { id, project_id } = await findWorkItem(context, workspace, key)
      const params = { slug: workspace, project_id }
      const changed = await context.call('updateWorkItem', {
        params: { ...params, id },
        body: await bodyOf(context, params, sent),
        ...(description_version !== undefined && { ifMatch: description_version }),
      })
      return summaryOf(context, workspace, [changed])
    },
  }),

  defineTool('add_comment', {
    title: 'Comment on a work item',
    description: 'Adds a comment to a work item.',
    input: {
      workspace: workspaceField,
      key: keyField,
      text: z.string().min(1).max(100_000).describe('Markdown'),
    },
    async run(context, { workspace, key, text }) {
      const item = await findWorkItem(context, workspace, key)
      const comment = await context.call('createComment', {
        params: { slug: workspace, project_id: item.project_id, id: item.id },
        body: { comment_html: await markdownToEditorHtml(text, context.user.id) },
      })
      return { comment_id: comment.id, created_at: comment.created_at }
    },
  }),
]

interface Filters {
  workspace: string
  project?: string | undefined
  state?: string | undefined
  state_groups?: (typeof stateGroups)[number][] | undefined
  assignee?: string | undefined
  label?: string | undefined
  cycle?: string | undefined
  module?: string | undefined
  priority?: string | undefined
  due_before?: string | undefined
  limit: number
  cursor?: string | undefined
}

async function listWorkItems(context: ToolContext, sent: Filters): Promise<object> {
  const { workspace, project, priority, due_before, limit, cursor } = sent
  const found = project === undefined ? null : await findProjectByName(context, workspace, project)
  const query = {
    ...(await queryOf(context, sent, found?.id ?? null)),
    ...(priority !== undefined && { priority }),
    ...(due_before !== undefined && { target_date: `${due_before};before` }),
    ...(cursor !== undefined && { cursor }),
    per_page: String(limit),
    order_by: '-updated_at' as const,
  }
  const page =
    found === null
      ? await context.call('listMyWorkItems', { params: { slug: workspace }, query })
      : await context.call('listWorkItems', { params: { slug: workspace, project_id: found.id }, query })
  const rows = Array.isArray(page.results) ? page.results : []
  return {
    ...(await summaryOf(context, workspace, rows)),
    total: page.total_count,
    next_cursor: page.next_page_results ? page.next_cursor : null,
  }
}

/** Returns the filters with ids instead of names. */
async function queryOf(context: ToolContext, sent: Filters, project_id: string | null) {
  const { workspace, state, state_groups, assignee, label, cycle, module } = sent
  const people = assignee === undefined ? [] : await listPeople(context, workspace)
  const query = {
    ...(state_groups !== undefined && { state_group: state_groups.join(',') }),
    ...(assignee !== undefined && { assignees: findPerson(context, people, assignee).id }),
  }
  if (project_id === null) {
    if ([state, label, cycle, module].some((name) => name !== undefined))
      throw new ToolError('The filters state, label, cycle and module need a project.')
    return query
  }
  const params = { slug: workspace, project_id }
  const { call } = context
  return {
    ...query,
    ...(state !== undefined && {
      state: findByName('state', await listStateRows(context, params), state).id,
    }),
    ...(label !== undefined && {
      labels: findByName('label', await call('listLabels', { params }), label).id,
    }),
    ...(cycle !== undefined && {
      cycle: findByName('cycle', await call('listCycles', { params }), cycle).id,
    }),
    ...(module !== undefined && {
      module: findByName('module', await call('listModules', { params }), module).id,
    }),
  }
}

/** Returns the body of a write, with ids instead of names. */
async function bodyOf(context: ToolContext, params: { slug: string; project_id: string }, sent: Fields) {
  const { call, user } = context
  const { title, description, state, priority, assignees, labels, start_date, due_date } = sent
  const { cycle, modules, parent } = sent
  const people = assignees === undefined ? [] : await listPeople(context, params.slug)
  const body: Record<string, unknown> = {
    ...(title !== undefined && { name: title }),
    ...(priority !== undefined && { priority }),
    ...(start_date !== undefined && { start_date }),
    ...(due_date !== undefined && { target_date: due_date }),
  }
  if (description !== undefined) body['description_html'] = await markdownToEditorHtml(description, user.id)
  if (state !== undefined)
    body['state_id'] = findByName('state', await listStateRows(context, params), state).id
  if (assignees !== undefined)
    body['assignee_ids'] = assignees.map((name) => findPerson(context, people, name).id)
  if (labels !== undefined)
    body['label_ids'] = namesToIds('label', await call('listLabels', { params }), labels)
  if (modules !== undefined)
    body['module_ids'] = namesToIds('module', await call('listModules', { params }), modules)
  if (cycle !== undefined)
    body['cycle_id'] = cycle && findByName('cycle', await call('listCycles', { params }), cycle).id
  if (parent !== undefined)
    body['parent_id'] = parent && (await findWorkItem(context, params.slug, parent)).id
  return body
}

function namesToIds(kind: string, rows: { id: string; name: string }[], names: string[]): string[] {
  return names.map((name) => findByName(kind, rows, name).id)
}

/**
 * Finds the ids of a work item and its project without reading the description. The server merges a description that
 * a user writes with the version that this user last read, so a read here would change the result.
 */
function findWorkItem({ call }: ToolContext, slug: string, key: string) {
  return call('getWorkItemByKey', { params: { slug, key }, query: { fields: 'id,project_id' } })
}

/** Returns the most important fields of work items, with names instead of ids. */
async function summaryOf(
  context: ToolContext,
  slug: string,
  items: Item[],
): Promise<{ work_items: object[] }> {
  const [people, states, projects] = await Promise.all([
    listPeople(context, slug),
    context.call('listWorkspaceStates', { params: { slug } }),
    context.call('listProjects', { params: { slug } }),
  ])
  const nameOf = (rows: { id: string; name: string }[], id: string | null) =>
    rows.find((row) => row.id === id)?.name ?? null
  return {
    work_items: items.map((item) => {
      const project = projects.find(({ id }) => id === item.project_id)
      const key = `${project?.identifier}-${item.sequence_id}`
      return {
        key,
        title: item.name,
        state: nameOf(states, item.state_id),
        priority: item.priority,
        assignees: item.assignee_ids.map((id) => nameOf(people, id)),
        due_date: item.target_date,
        url: `${context.appUrl}/${slug}/browse/${key}`,
      }
    }),
  }
}

interface ItemAddress {
  workspace: string
  key: string
  offset?: number
}

const newestComments = 20
const maxSubItems = 50
/** Maximum number of characters of HTML in all comments of an answer together. Older comments are left out. */
const maxCommentLength = 30_000

export async function readWorkItem(context: ToolContext, address: ItemAddress): Promise<object> {
  const { workspace: slug, key, offset = 0 } = address
  const { call } = context
  const item = await call('getWorkItemByKey', { params: { slug, key } })
  const params = { slug, project_id: item.project_id, id: item.id }
  const [summary, labels, comments, subItems, people] = await Promise.all([
    summaryOf(context, slug, [item]),
    call('listLabels', { params }),
    call('listComments', { params }),
    call('listSubItems', { params }),
    listPeople(context, slug),
  ])
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const subRows = Array.isArray(subItems.sub_issues) ? subItems.sub_issues : []
  const { text, next_offset } = textPart(item.description_html, names, offset)
  return {
    ...summary.work_items[0],
    start_date: item.start_date,
    labels: item.label_ids.map((id) => labels.find((label) => label.id === id)?.name ?? null),
    created_at: item.created_at,
    updated_at: item.updated_at,
    created_by: names.get(item.created_by ?? '') ?? null,
    description: text,
    next_offset,
    description_version: await computeEtag(item.description_html),
    sub_items: (await summaryOf(context, slug, subRows.slice(0, maxSubItems))).work_items,
    comments: newest(comments.filter(({ removed_at }) => removed_at === null)).map((comment) => ({
      author: names.get(comment.actor ?? '') ?? null,
      created_at: comment.created_at,
      text: textPart(comment.comment_html, names).text,
    })),
  }
}

/** Returns the newest comments in the order of their creation, as many as fit into `maxCommentLength` characters. */
function newest<Comment extends { comment_html: string }>(comments: Comment[]): Comment[] {
  const chosen: Comment[] = []
  let length = 0
  for (const comment of comments.slice(-newestComments).toReversed()) {
    length += comment.comment_html.length
    if (length > maxCommentLength) break
    chosen.unshift(comment)
  }
  return chosen
}
