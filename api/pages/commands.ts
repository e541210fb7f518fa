import type { BodyOf } from '#common/call.ts'
import { documentName } from '#common/document/names.ts'
import { AppError, forbidden, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import type { pageCalls } from '#common/pages/calls.ts'
import { canEditPage, canEditPageContent, canManagePage, canSeePage } from '#common/pages/rules.ts'
import { type PageAccess, type PageRow, pageRow } from '#common/pages/schema.ts'
import { firstPosition } from '#common/positions.ts'
import type { ProjectContext } from '../context.ts'
import { present } from '../db/present.ts'
import { actorOf } from './actor.ts'
import { type Page, PageEntity } from './entity.ts'

type CreateInput = BodyOf<typeof pageCalls.createPage>
type UpdateInput = BodyOf<typeof pageCalls.updatePage>
type Content = BodyOf<typeof pageCalls.updatePageDescription>

export async function createPage(ctx: ProjectContext, input: CreateInput): Promise<PageRow> {
  const { em, user, project, workspace } = ctx
  refuseArchivedProject(ctx)
  const page = em.create(PageEntity, {
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_ids: [project.id],
    name: input.name ?? '',
    access: input.access ?? 0,
    color: input.color ?? '',
    logo_props: input.logo_props ?? {},
    view_props: { full_width: false },
    label_ids: [],
    owned_by: user.id,
    parent: null,
    sort_order: firstPosition,
    archived_at: null,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  if (isGiven(input)) await write(ctx, page, input)
  return present(pageRow, page)
}

export async function updatePage(ctx: ProjectContext, id: string, input: UpdateInput): Promise<PageRow> {
  const page = await load(ctx, id)
  if (!canEditPage(actorOf(ctx), page)) throw forbidden()
  if (page.is_locked) throw new AppError('invalid', 'Page is locked')
  ctx.em.assign(page, input)
  return save(ctx, page)
}

export async function setPageAccess(ctx: ProjectContext, id: string, access: PageAccess): Promise<PageRow> {
  const page = await load(ctx, id)
  if (page.owned_by !== ctx.user.id) {
    throw new AppError('forbidden', 'Access cannot be updated since this page is owned by someone else')
  }
  page.access = access
  return save(ctx, page)
}

export async function setPageLock(ctx: ProjectContext, id: string, is_locked: boolean): Promise<PageRow> {
  const page = await load(ctx, id)
  if (!canManagePage(actorOf(ctx), page)) throw forbidden()
  page.is_locked = is_locked
  return save(ctx, page)
}

export async function deletePage(ctx: ProjectContext, id: string): Promise<undefined> {
  const page = await load(ctx, id)
  if (!canManagePage(actorOf(ctx), page)) throw forbidden('Only admin or owner can delete the page')
  page.deleted_at = new Date()
  await save(ctx, page)
}

/** Takes a page out of the trash, to where it was. Restoring one that is not in the trash changes nothing. */
export async function restorePage(ctx: ProjectContext, id: string): Promise<PageRow> {
  const page = await load(ctx, id, { trashed: true })
  if (!canManagePage(actorOf(ctx), page)) throw forbidden()
  page.deleted_at = null
  return save(ctx, page)
}

export async function updatePageDescription(ctx: ProjectContext, id: string, content: Content) {
  const page = await load(ctx, id)
  if (page.is_locked)
    throw new AppError('invalid', 'Page is locked', { error_code: 4701, error_message: 'PAGE_LOCKED' })
  if (page.archived_at !== null) {
    throw new AppError('invalid', 'Page is archived', { error_code: 4702, error_message: 'PAGE_ARCHIVED' })
  }
  if (!canEditPageContent(actorOf(ctx), page)) throw forbidden()
  if (isGiven(content)) await write(ctx, page, content)
  return { message: 'Updated successfully' }
}

async function load(ctx: ProjectContext, id: string, { trashed = false } = {}): Promise<Page> {
  const page = await ctx.em.findOne(PageEntity, {
    id,
    workspace_id: ctx.workspace.id,
    ...(!trashed && { deleted_at: null }),
  })
  const isHere = page?.project_ids.includes(ctx.project.id) && canSeePage(actorOf(ctx), page)
  if (!page || !isHere) throw notFound()
  refuseArchivedProject(ctx)
  return page
}

async function save(ctx: ProjectContext, page: Page): Promise<PageRow> {
  page.updated_by = ctx.user.id
  await ctx.em.flush()
  return present(pageRow, page)
}

async function write(ctx: ProjectContext, page: Page, content: Content): Promise<void> {
  const target = { name: documentName('page', page.id), workspace_id: page.workspace_id }
  const { description_html: html, description_json: json, description_binary: binary } = content
  await ctx.documents.write(ctx.em, target, { html, json, binary }, ctx.user.id)
}

function isGiven({ description_html, description_json, description_binary }: Content): boolean {
  return description_html !== undefined || description_json !== undefined || description_binary !== undefined
}

function refuseArchivedProject(ctx: ProjectContext): void {
  if (ctx.project.archived_at !== null) throw new AppError('invalid', 'Archived projects cannot be updated')
}
