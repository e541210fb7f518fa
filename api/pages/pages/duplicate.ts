import { documentName } from '#common/documents/content/names.ts'
import { moveSyncedReferences } from '#common/documents/content/synced-blocks.ts'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import { canCreatePages, canSeePage, maxCopiedSubPages, nameOfPageCopy } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { parsePageAppearance } from '#common/pages/pages/style.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import { getCommandKey } from '../../platform/db/retry-after-work.ts'
import { getTranslator } from '../../platform/locales.ts'
import { createPage } from './commands.ts'
import { type PageContext, pageActor } from './container.ts'
import type { Page } from './entity.ts'
import { addPageLinks } from './links/store.ts'
import { loadPage } from './load.ts'
import { lockDescendantPages, lockPageTree, nestingError, positionAfterPage } from './tree.ts'

/**
 * Copies a page with its current text. The caller becomes owner of the copy, which is placed next to the
 * original. The copy refers to the same picture files. On request, the sub-pages that the caller sees are
 * copied too. References to synced blocks of these pages refer to the copies of the blocks.
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
  const newIdOf = idsOfCopies(ctx)
  const copy = { id: copyId ?? newIdOf(page.id), access: page.access }
  const { t } = getTranslator(ctx.user.language)
  // The copy cannot get the same parent if the parent is archived or the caller cannot see it.
  const canStayBeside = page.parent === null || (await nestingError(ctx, copy, page.parent)) === null
  const copies = new Map([[page.id, copy.id]])
  for (const one of below) if (copies.has(one.parent ?? '')) copies.set(one.id, newIdOf(one.id))
  const target = {
    ...copy,
    name: nameOfPageCopy(page.name, (name) => t('ui.copyOf', { name })),
    ...(canStayBeside && { parent: page.parent, sort_order: await positionAfterPage(ctx, page) }),
  }
  const { created, linked } = await createCopy(ctx, page, target, copies)
  const links = [{ id: copy.id, linked }]
  for (const one of below) {
    const [id, parent] = [copies.get(one.id), copies.get(one.parent ?? '')]
    if (id === undefined || parent === undefined) continue
    const { name, access, sort_order } = one
    links.push({ id, ...(await createCopy(ctx, one, { id, name, access, parent, sort_order }, copies)) })
  }
  // A text cannot link to a copy that did not exist yet when the text was stored.
  for (const { id, linked } of links) await addPageLinks(ctx.em, { kind: 'page', id }, linked)
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

const idsOfCommands = new WeakMap<object, Map<string, string>>()

/**
 * Returns a function that returns the id of the copy of a page. A repeated transaction of the same command gets the
 * same ids, because the texts of the copies contain them, and a repeated command must write the same texts.
 */
function idsOfCopies({ em }: PageContext): (page: string) => string {
  const command = getCommandKey(em) ?? em
  const ids = idsOfCommands.get(command) ?? new Map<string, string>()
  idsOfCommands.set(command, ids)
  return (page) => {
    const id = ids.get(page) ?? newId()
    ids.set(page, id)
    return id
  }
}

type CopyTarget = Pick<
  BodyOf<typeof pageCalls.createPage>,
  'id' | 'name' | 'access' | 'parent' | 'sort_order'
>

/** Returns the copy, and the ids of the copies to whose synced blocks its text refers. */
async function createCopy(
  ctx: PageContext,
  page: Page,
  target: CopyTarget,
  copies: ReadonlyMap<string, string>,
): Promise<{ created: PageResponse; linked: string[] }> {
  const { description_html: stored } = await query(ctx.em)
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', page.id)
    .executeTakeFirstOrThrow()
  const document = { name: documentName('page', page.id), workspace_id: page.workspace_id }
  const text = await ctx.documents.html(ctx.em, document, stored, ctx.user.id)
  const html = moveSyncedReferences(text, copies)
  const linked = html === text ? [] : [...copies.values()].filter((id) => html.includes(`data-page="${id}"`))
  const { color, logo_props, view_props, label_ids } = page
  const created = await createPage(ctx, {
    ...target,
    color,
    logo_props,
    view_props: parsePageAppearance(view_props),
    label_ids,
    description_html: html,
  })
  return { created, linked }
}
