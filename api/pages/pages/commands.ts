import { documentName } from '#common/documents/content/names.ts'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import { canEditPage, canManagePage, canPlacePage } from '#common/pages/pages/rules.ts'
import type { PageAccess, PageResponse } from '#common/pages/pages/schema.ts'
import type { PageShares } from '#common/pages/pages/shares.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { findPublishedTrees } from '../../access/published-pages.ts'
import { documentContentFromInput } from '../../documents/content/content.ts'
import { parseIfMatch } from '../../documents/content/etag.ts'
import type { DocumentTarget } from '../../platform/context/documents.ts'
import { type PageContext, pageActor, pageContextProjectId } from './container.ts'
import { assertValidCover, attachCover, getReadableCover } from './cover.ts'
import { type Page, PageEntity } from './entity.ts'
import { filterExistingLabels } from './labels.ts'
import { loadPage, savePage } from './load.ts'
import { presentPage } from './present-page.ts'
import { joinPublishedTree, removePublication } from './publication.ts'
import { rebroadcastPageRows } from './rebroadcast.ts'
import { seesOwnPages } from './shares.ts'
import {
  assertCanNestPage,
  lockDescendantPages,
  lockPageTree,
  positionBeforeSiblings,
  respacePagesAround,
} from './tree.ts'
import { assertPageTextEditable, writePageText } from './write.ts'

type CreateInput = BodyOf<typeof pageCalls.createPage>
type UpdateInput = BodyOf<typeof pageCalls.updatePage>
type Content = BodyOf<typeof pageCalls.updatePageDescription>

export async function createPage(ctx: PageContext, input: CreateInput): Promise<PageResponse> {
  const { em, user, workspace } = ctx
  const project_id = pageContextProjectId(ctx)
  const content = documentContentFromInput(input)
  if (content !== null) ctx.documents.prepare(em, [content], user.id)
  const id = input.id ?? newId()
  const parent = input.parent ?? null
  if (input.sort_order !== undefined) await lockPageTree(ctx)
  const { access, shares } = await visibilityOfNewPage(ctx, id, input)
  const cover = await getReadableCover(ctx, input.view_props?.cover)
  const page = em.create(PageEntity, {
    id,
    workspace_id: workspace.id,
    project_ids: project_id === null ? [] : [project_id],
    name: input.name ?? '',
    access,
    shares,
    color: input.color ?? '',
    logo_props: input.logo_props ?? {},
    view_props: { full_width: false, ...input.view_props, ...(cover !== undefined && { cover }) },
    label_ids: (await filterExistingLabels(ctx, input)) ?? [],
    left_label_ids: [],
    owned_by: user.id,
    parent,
    sort_order: input.sort_order ?? (await positionBeforeSiblings(ctx, parent)),
    former_project_ids: [],
    archived_at: null,
    publication: null,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  if (parent !== null) await joinPublishedTree(ctx, page, { parent, before: new Map(), below: [] })
  if (input.sort_order !== undefined) {
    await respacePagesAround(ctx, page)
    await em.flush()
  }
  await attachCover(ctx, page, cover)
  if (content !== null) await writePageText(ctx, page, content, { is_new: true })
  ctx.documents.learnTitle(user.id, pageDocumentOf(page).name, page.name)
  return presentPage(page)
}

/**
 * Returns the requested access, and the people with whom the page is shared. By default, a page has the access of its
 * parent, so that a page below a private page starts private. A page is shared with the people of its parent. The owner
 * of a private parent can edit the page, if the owner still sees the parent.
 */
async function visibilityOfNewPage(
  ctx: PageContext,
  id: string,
  { access, parent }: CreateInput,
): Promise<{ access: PageAccess; shares: PageShares }> {
  if (parent == null) return { access: access ?? 0, shares: {} }
  await lockPageTree(ctx)
  const above = await loadPage(ctx, parent, { isChanged: false }).catch(() => null)
  await assertCanNestPage(ctx, { id, access: access ?? above?.access ?? 0 }, parent)
  const isOwnerAdded = above?.access === 1 && (await seesOwnPages(ctx, above.owned_by))
  const { [ctx.user.id]: _, ...shares } = {
    ...above?.shares,
    ...(isOwnerAdded && { [above.owned_by]: 'write' as const }),
  }
  return { access: access ?? above?.access ?? 0, shares }
}

export async function updatePage(
  ctx: PageContext,
  id: string,
  { labels, ...input }: UpdateInput,
): Promise<PageResponse> {
  const isRepositioned = input.parent !== undefined || input.sort_order !== undefined
  if (isRepositioned) await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  assertPageEditable(ctx, page)
  // Clients may send back the whole page, so an access that is not changed needs no permission.
  if (input.access !== undefined && input.access !== page.access) assertCanChangeAccess(ctx, page)
  await assertCanPlace(ctx, page, input)
  await assertCanBecomePublic(ctx, page, input)
  const isRenamed = input.name !== undefined && input.name !== page.name
  const { view_props, name: title_before } = page
  const cover = input.view_props?.cover
  if (cover !== view_props['cover']) await assertValidCover(ctx, cover)
  const label_ids = await filterExistingLabels(ctx, { labels, ...input })
  ctx.em.assign(page, { ...input, ...(label_ids && { label_ids }) })
  if (page.access === 1) removePublication(ctx, page)
  if (input.view_props) page.view_props = { ...view_props, ...input.view_props }
  if (isRepositioned) await respacePagesAround(ctx, page)
  const saved = await savePage(ctx, page)
  await attachCover(ctx, page, cover)
  if (input.access !== undefined) await rebroadcastPageRows(ctx.em, [id])
  return isRenamed ? rename(ctx, page, title_before) : saved
}

/**
 * Throws if the caller moves the page within its tree without permission, or below a page that cannot be its parent.
 */
async function assertCanPlace(ctx: PageContext, page: Page, input: UpdateInput): Promise<void> {
  const isNested = input.parent !== undefined && input.parent !== page.parent
  const isReordered = input.sort_order !== undefined && input.sort_order !== page.sort_order
  if ((isNested || isReordered) && !canPlacePage(pageActor(ctx), page)) throw forbidden()
  if (input.parent && isNested)
    await assertCanNestPage(ctx, { id: page.id, access: input.access ?? page.access }, input.parent)
}

/**
 * Throws if the caller moves the page into a published tree, or shares a private page of the tree, without permission to
 * publish it.
 */
async function assertCanBecomePublic(ctx: PageContext, page: Page, input: UpdateInput): Promise<void> {
  const { parent = page.parent, access = page.access } = input
  if (parent === null || access === 1 || (parent === page.parent && access === page.access)) return
  const before = await findPublishedTrees(ctx.em, page.id)
  const below = parent === page.parent ? [] : await lockDescendantPages(ctx, page.id)
  await joinPublishedTree(ctx, { ...page, access }, { parent, before, below })
}

/**
 * Writes the title into the page's document, which merges it with concurrent edits by other users. Returns the
 * page with the merged title.
 */
async function rename(ctx: PageContext, page: Page, title_before: string): Promise<PageResponse> {
  const receives_changes = ctx.origin.mutation_id !== null
  const content = { title: page.name, title_before, receives_changes }
  const { title } = await ctx.documents.write(ctx.em, pageDocumentOf(page), content, ctx.user.id)
  if (title === '' || title === page.name) return presentPage(page)
  page.name = title
  return savePage(ctx, page)
}

export async function setPageAccess(ctx: PageContext, id: string, access: PageAccess): Promise<PageResponse> {
  const page = await loadPage(ctx, id)
  assertCanChangeAccess(ctx, page)
  await assertCanBecomePublic(ctx, page, { access })
  page.access = access
  if (access === 1) removePublication(ctx, page)
  const saved = await savePage(ctx, page)
  await rebroadcastPageRows(ctx.em, [id])
  return saved
}

export async function setPageLock(ctx: PageContext, id: string, is_locked: boolean): Promise<PageResponse> {
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActor(ctx), page)) throw forbidden()
  page.is_locked = is_locked
  return savePage(ctx, page)
}

export async function updatePageDescription(ctx: PageContext, id: string, sent: Content) {
  const page = await loadPage(ctx, id, { isChanged: false })
  assertPageTextEditable(ctx, page)
  const match = parseIfMatch(ctx.http.if_match)
  const content = documentContentFromInput(sent)
  if (content !== null) await writePageText(ctx, page, { ...content, match })
  return { message: 'Updated successfully' }
}

function pageDocumentOf(page: Page): DocumentTarget {
  return { name: documentName('page', page.id), workspace_id: page.workspace_id }
}

function assertPageEditable(ctx: PageContext, page: Page): void {
  if (!canEditPage(pageActor(ctx), page)) throw forbidden()
  if (page.is_locked) throw new AppError('invalid', 'Page is locked')
  if (page.archived_at !== null) throw new AppError('invalid', 'Page is archived')
}

/**
 * Throws unless the caller is the owner of the page, or an admin who can see it. Nobody else may change who
 * sees the page.
 */
function assertCanChangeAccess(ctx: PageContext, page: Page): void {
  if (canManagePage(pageActor(ctx), page)) return
  throw new AppError('forbidden', 'Access cannot be updated since this page is owned by someone else')
}
