import type { BodyOf } from '#common/call.ts'
import { documentName } from '#common/document/names.ts'
import { forbidden } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import type { pageCalls } from '#common/pages/calls.ts'
import { canCreatePages, copyName } from '#common/pages/rules.ts'
import type { PageAnswer } from '#common/pages/schema.ts'
import { looksOf } from '#common/pages/style.ts'
import { query } from '../db/orm.ts'
import { createPage } from './commands.ts'
import { loadPage } from './load.ts'
import { actorOf, type PagePlace } from './place.ts'
import { holdPages, nestingRefusal, placeBehind } from './tree.ts'

/** Beside the page, as its maker's own, with what is written in it now. Its pictures are shown in the copy too; no file is copied. */
export async function duplicatePage(
  ctx: PagePlace,
  id: string,
  { id: copyId }: BodyOf<typeof pageCalls.duplicatePage>,
): Promise<PageAnswer> {
  const page = await loadPage(ctx, id, { isChanged: false })
  if (!canCreatePages(actorOf(ctx))) throw forbidden()
  const { description_html: stored } = await query(ctx.em)
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const target = { name: documentName('page', id), workspace_id: page.workspace_id }
  const html = await ctx.documents.html(ctx.em, target, stored, ctx.user.id)
  const { access, color, logo_props, view_props, label_ids } = page
  // The copy stands right behind the page, wherever others move that meanwhile.
  await holdPages(ctx)
  const copy = { id: copyId ?? newId(), access }
  // What one does not see, or what is in the archive, has no place for it.
  const isBeside = page.parent === null || (await nestingRefusal(ctx, copy, page.parent)) === null
  return createPage(ctx, {
    ...copy,
    name: copyName(page.name),
    color,
    logo_props,
    view_props: looksOf(view_props),
    label_ids,
    description_html: html,
    ...(isBeside && { parent: page.parent, sort_order: await placeBehind(ctx, page) }),
  })
}
