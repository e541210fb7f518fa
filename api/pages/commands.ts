import { LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/call.ts'
import { documentName } from '#common/document/names.ts'
import { AppError, forbidden, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import type { pageCalls } from '#common/pages/calls.ts'
import { canEditPage, canEditPageContent, canManagePage, canSeePage } from '#common/pages/rules.ts'
import type { PageAccess, PageAnswer } from '#common/pages/schema.ts'
import { firstPosition } from '#common/positions.ts'
import { writeText } from '../assets/texts.ts'
import type { ProjectContext } from '../context.ts'
import { contentOf } from '../documents/content.ts'
import { checkedIfMatch } from '../documents/etag.ts'
import type { DocumentContent, DocumentTarget } from '../documents/ports.ts'
import { actorOf } from './actor.ts'
import { type Page, PageEntity } from './entity.ts'
import { presentPage } from './present-page.ts'

type CreateInput = BodyOf<typeof pageCalls.createPage>
type UpdateInput = BodyOf<typeof pageCalls.updatePage>
type Content = BodyOf<typeof pageCalls.updatePageDescription>

export async function createPage(ctx: ProjectContext, input: CreateInput): Promise<PageAnswer> {
  const { em, user, project, workspace } = ctx
  const content = contentOf(input)
  if (content !== null) ctx.documents.prepare(em, content, user.id)
  const page = em.create(PageEntity, {
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_ids: [project.id],
    name: input.name ?? '',
    access: input.access ?? 0,
    color: input.color ?? '',
    logo_props: input.logo_props ?? {},
    view_props: input.view_props ?? { full_width: false },
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
  if (content !== null) await write(ctx, page, content)
  return presentPage(page)
}

export async function updatePage(ctx: ProjectContext, id: string, input: UpdateInput): Promise<PageAnswer> {
  const page = await load(ctx, id)
  if (!canEditPage(actorOf(ctx), page)) throw forbidden()
  if (page.is_locked) throw new AppError('invalid', 'Page is locked')
  // Clients send a whole page back; what it says of the access already is no change of it.
  if (input.access !== undefined && input.access !== page.access) refuseAccess(ctx, page)
  const isRenamed = input.name !== undefined && input.name !== page.name
  ctx.em.assign(page, input)
  const saved = await save(ctx, page)
  if (isRenamed) await ctx.documents.write(ctx.em, documentOf(page), { title: page.name }, ctx.user.id)
  return saved
}

export async function setPageAccess(
  ctx: ProjectContext,
  id: string,
  access: PageAccess,
): Promise<PageAnswer> {
  const page = await load(ctx, id)
  refuseAccess(ctx, page)
  page.access = access
  return save(ctx, page)
}

export async function setPageLock(ctx: ProjectContext, id: string, is_locked: boolean): Promise<PageAnswer> {
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
export async function restorePage(ctx: ProjectContext, id: string): Promise<PageAnswer> {
  const page = await load(ctx, id, { trashed: true })
  if (!canManagePage(actorOf(ctx), page)) throw forbidden()
  page.deleted_at = null
  return save(ctx, page)
}

export async function updatePageDescription(ctx: ProjectContext, id: string, sent: Content) {
  const page = await load(ctx, id, { isChanged: false })
  if (page.is_locked)
    throw new AppError('invalid', 'Page is locked', { error_code: 4701, error_message: 'PAGE_LOCKED' })
  if (page.archived_at !== null) {
    throw new AppError('invalid', 'Page is archived', { error_code: 4702, error_message: 'PAGE_ARCHIVED' })
  }
  if (!canEditPageContent(actorOf(ctx), page)) throw forbidden()
  const match = checkedIfMatch(ctx.http.if_match)
  const content = contentOf(sent)
  if (content !== null) await write(ctx, page, { ...content, match })
  return { message: 'Updated successfully' }
}

/** Locked before it is changed: who hears of the change goes by who may see the page, which others change too. */
async function load(
  ctx: ProjectContext,
  id: string,
  { trashed = false, isChanged = true } = {},
): Promise<Page> {
  const page = await ctx.em.findOne(
    PageEntity,
    { id, workspace_id: ctx.workspace.id, ...(!trashed && { deleted_at: null }) },
    isChanged ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {},
  )
  const isHere = page?.project_ids.includes(ctx.project.id) && canSeePage(actorOf(ctx), page)
  if (!page || !isHere) throw notFound()
  return page
}

async function save(ctx: ProjectContext, page: Page): Promise<PageAnswer> {
  page.updated_by = ctx.user.id
  await ctx.em.flush()
  return presentPage(page)
}

function write(ctx: ProjectContext, { id }: Page, content: DocumentContent): Promise<void> {
  return writeText(ctx, { entity_type: 'PAGE_DESCRIPTION', id, project_id: ctx.project.id }, content)
}

function documentOf(page: Page): DocumentTarget {
  return { name: documentName('page', page.id), workspace_id: page.workspace_id }
}

/** Who sees a page only its owner changes; whoever sends the row back as it is changes nothing. */
function refuseAccess(ctx: ProjectContext, page: Page): void {
  if (page.owned_by === ctx.user.id) return
  throw new AppError('forbidden', 'Access cannot be updated since this page is owned by someone else')
}
