import { z } from 'zod'
import { computeEtag } from '../../documents/content/etag.ts'
import { findProjectByName, listPeople } from './find-rows.ts'
import { markdownToEditorHtml, textPart } from './markdown.ts'
import { projectField, workspaceField } from './project-tools.ts'
import { defineTool, type ToolContext, ToolError } from './tool.ts'

const idField = z.string().describe('Id of the page, from list_pages or search')
const textField = z.string().max(1_000_000).describe('Markdown')

const maxPages = 100

export const pageTools = [
  defineTool('list_pages', {
    title: 'List pages',
    description:
      'Lists the 100 most recently changed pages of a project, or of the workspace if no project is given. Use search to find others.',
    input: { workspace: workspaceField, project: projectField.optional() },
    isReadOnly: true,
    async run(context, { workspace, project }) {
      const pages = await listPages(context, workspace, project)
      const newest = pages.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1)).slice(0, maxPages)
      return {
        total: pages.length,
        pages: newest.map(({ id, name, parent, updated_at, is_locked }) => ({
          ...{ id, title: name, parent, updated_at, is_locked },
        })),
      }
    },
  }),

  defineTool('get_page', {
    title: 'Read a page',
    description:
      'Returns the text of a page as Markdown. If next_offset is not null, the text continues there.',
    input: { workspace: workspaceField, id: idField, offset: z.int().min(0).default(0) },
    isReadOnly: true,
    run: readPage,
  }),

  defineTool('create_page', {
    title: 'Write a new page',
    description: 'Creates a page in a project, or in the workspace if no project is given.',
    input: {
      workspace: workspaceField,
      project: projectField.optional(),
      title: z.string().min(1).max(255),
      text: textField,
      parent: idField.optional(),
    },
    async run(context, { workspace, project, title, text, parent }) {
      const params = { slug: workspace }
      // Find the project or workspace first, because only users with access to it may cause the slow conversion of a
      // text.
      const found = project === undefined ? null : await findProjectByName(context, workspace, project)
      if (found === null) await context.call('getWorkspace', { params })
      const body = {
        name: title,
        description_html: await markdownToEditorHtml(text, context.user.id),
        ...(parent !== undefined && { parent }),
      }
      if (found === null) {
        const { id } = await context.call('createWorkspacePage', { params, body })
        return { id, url: `${context.appUrl}/${workspace}/pages/${id}` }
      }
      const { id } = await context.call('createPage', { params: { ...params, project_id: found.id }, body })
      return { id, url: `${context.appUrl}/${workspace}/projects/${found.id}/pages/${id}` }
    },
  }),

  defineTool('append_to_page', {
    title: 'Add text to a page',
    description:
      'Adds text to the end of a page. Text that other people write at the same time is preserved.',
    input: { workspace: workspaceField, id: idField, text: textField.min(1) },
    async run(context, { workspace, id, text }) {
      await findPage(context, workspace, id)
      const added = await markdownToEditorHtml(text, context.user.id)
      for (let attempt = 1; ; attempt++) {
        try {
          await appendHtml(context, { workspace, id }, added)
          return { id }
        } catch (error) {
          if (!(error instanceof ToolError) || error.status !== 409 || attempt === maxAttempts) throw error
        }
      }
    },
  }),
]

/** Number of attempts to append a text while other people write on the page. */
const maxAttempts = 5

/**
 * Appends HTML to a page. Fails with status 409 if somebody changes the page between reading and writing, because
 * writing would undo that change.
 */
async function appendHtml(
  context: ToolContext,
  { workspace, id }: PageAddress,
  added: string,
): Promise<void> {
  const { page, params } = await findPage(context, workspace, id)
  const ifMatch = await computeEtag(page.description_html)
  const body = { description_html: `${page.description_html}${added}` }
  if ('project_id' in params) await context.call('updatePageDescription', { params, body, ifMatch })
  else await context.call('updateWorkspacePageDescription', { params, body, ifMatch })
}

function listPages(context: ToolContext, slug: string, project?: string) {
  if (project === undefined) return context.call('listWorkspacePages', { params: { slug } })
  return findProjectByName(context, slug, project).then(({ id }) =>
    context.call('listPages', { params: { slug, project_id: id } }),
  )
}

/**
 * Finds a page of the workspace or of one of the user's projects. Tries the pages of the workspace first, because
 * this needs only one call.
 */
async function findPage(context: ToolContext, slug: string, page_id: string) {
  try {
    const params: { slug: string; page_id: string; project_id?: string } = { slug, page_id }
    return { page: await context.call('getWorkspacePage', { params: { slug, page_id } }), params }
  } catch (error) {
    // Search the projects next. This also finds pages for guests, who cannot read pages of the workspace.
    if (!(error instanceof ToolError && (error.status === 404 || error.status === 403))) throw error
  }
  for (const project of await context.call('listProjects', { params: { slug } })) {
    if (project.member_role === null || !project.page_view) continue
    const params = { slug, project_id: project.id, page_id }
    const pages = await context.call('listPages', { params: { slug, project_id: project.id } })
    if (pages.some(({ id }) => id === page_id))
      return { page: await context.call('getPage', { params }), params }
  }
  throw new ToolError(`There is no page ${page_id} that you can read.`)
}

interface PageAddress {
  workspace: string
  id: string
  offset?: number
}

export async function readPage(
  context: ToolContext,
  { workspace, id, offset = 0 }: PageAddress,
): Promise<object> {
  const { page } = await findPage(context, workspace, id)
  const people = await listPeople(context, workspace)
  return {
    id,
    title: page.name,
    updated_at: page.updated_at,
    is_locked: page.is_locked,
    ...textPart(page.description_html, new Map(people.map((person) => [person.id, person.name])), offset),
  }
}
