import { documentName } from '#common/documents/content/names.ts'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import { canCreatePages, canSeePage, maxCopiedSubPages, nameOfPageCopy } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { parsePageAppearance } from '#common/pages/pages/style.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import { getTranslator } from '../../platform/locales.ts'
import { createPage } from './commands.ts'
import { type PageContext, pageActor } from './container.ts'
import type { Page } from './entity.ts'
import { loadPage } from './load.ts'
import { lockDescendantPages, lockPageTree, nestingError, positionAfterPage } from './tree.ts'

/**
 * Copies a page with its current text. The caller becomes owner of the copy, which is placed next to the
 * original. The copy refers to the same picture files. On request, the sub-pages that the caller sees are
 * copied too.
 */
export async function duplicatePage(
  ctx: PageContext,
  id: string,
  { id: copyId, with_sub_pages }: BodyOf<typeof pageCalls.duplicatePage>,
): Promise<PageResponse> {
  const page = await loadPage(ctx, id, { isChanged: false })
  if (!canCreatePages(pageActor(ctx))) throw forbidden()
  // Lock the tree, so that the copy is placed directly after the page even if other users move pages at the
  // same time.
  await lockPageTree(ctx)
  const below = with_sub_pages ? await visibleSubPages(ctx, page) : []
  const copy = { id: copyId ?? newId(), access: page.access }
  const { t } = getTranslator(ctx.user.language)
  // The copy cannot get the same parent if the parent is archived or the caller cannot see it.
  const canStayBeside = page.parent === null || (await nestingError(ctx, copy, page.parent)) === null
  const created = await createCopy(ctx, page, {
    ...copy,
    name: nameOfPageCopy(page.name, (name) => t('ui.copyOf', { name })),
    ...(canStayBeside && { parent: page.parent, sort_order: await positionAfterPage(ctx, page) }),
  })
  const copies = new Map([[page.id, copy.id]])
  for (const one of below) {
    const parent = copies.get(one.parent ?? '')
    if (parent === undefined) continue
    const { name, access, sort_order } = one
    const { id: copied } = await createCopy(ctx, one, { id: newId(), name, access, parent, sort_order })
    copies.set(one.id, copied)
  }
  return created
}

/**
 * Returns the sub-pages that the caller can see, parents first. Private pages of others and the pages below
 * them are left out. Archived sub-pages are left out unless the page itself is archived. Throws if there are
 * too many sub-pages.
 */
async function visibleSubPages(ctx: PageContext, page: Page): Promise<Page[]> {
  const actor = pageActor(ctx)
  const seen = (await lockDescendantPages(ctx, page.id)).filter(
    (one) => canSeePage(actor, one) && (one.archived_at === null || page.archived_at !== null),
  )
  const below = findDescendantPages(page.id, seen)
  if (below.length > maxCopiedSubPages) {
    throw invalid(
      'with_sub_pages',
      `A page can be duplicated with at most ${maxCopiedSubPages} sub-pages. This page has ${below.length}.`,
    )
  }
  return below
}

type CopyTarget = Pick<
  BodyOf<typeof pageCalls.createPage>,
  'id' | 'name' | 'access' | 'parent' | 'sort_order'
>

async function createCopy(ctx: PageContext, page: Page, target: CopyTarget): Promise<PageResponse> {
  const { description_html: stored } = await query(ctx.em)
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', page.id)
    .executeTakeFirstOrThrow()
  const document = { name: documentName('page', page.id), workspace_id: page.workspace_id }
  const html = await ctx.documents.html(ctx.em, document, stored, ctx.user.id)
  const { color, logo_props, view_props, label_ids } = page
  return createPage(ctx, {
    ...target,
    color,
    logo_props,
    view_props: parsePageAppearance(view_props),
    label_ids,
    description_html: html,
  })
}
