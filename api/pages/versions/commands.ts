import { maxNamedVersions } from '#common/documents/versions/rules.ts'
import type { PageVersionResponse } from '#common/documents/versions/schema.ts'
import type { pageVersionCalls } from '#common/pages/versions/calls.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { PageVersionEntity } from '../../documents/versions/entity.ts'
import { pageVersionKind } from '../../documents/versions/kinds.ts'
import { restoreVersionText } from '../../documents/versions/restore-text.ts'
import { loadVersion } from '../../documents/versions/texts.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { PageContext } from '../pages/container.ts'
import { loadPage } from '../pages/load.ts'
import { assertPageTextEditable, writePageText } from '../pages/write.ts'
import { presentPageVersion } from './queries.ts'

/**
 * Sets or removes the name of a version. An edit never changes a version with a name: if the newest version has a
 * name, the next edit creates a new version.
 */
export async function updatePageVersion(
  ctx: PageContext,
  pageId: string,
  id: string,
  { name }: BodyOf<(typeof pageVersionCalls)['updatePageVersion']>,
): Promise<PageVersionResponse> {
  const page = await loadPage(ctx, pageId)
  assertPageTextEditable(ctx, page)
  // Lock the page, because an edit could otherwise change or delete the version at the same time.
  await pageVersionKind.lock(ctx.em, pageId)
  const version = await loadVersion(ctx, pageVersionKind, pageId, id)
  if (name !== null && version.name === null) {
    const named = await ctx.em.count(PageVersionEntity, { page_id: pageId, name: { $ne: null } })
    if (named >= maxNamedVersions)
      throw new AppError('conflict', `A page can have at most ${maxNamedVersions} versions with a name.`)
  }
  if (version.name !== name) ctx.em.assign(version, { name, updated_by: ctx.user.id })
  await ctx.em.flush()
  return presentPageVersion(version)
}

export async function restorePageVersion(
  ctx: PageContext,
  pageId: string,
  id: string,
  stillFrom?: string,
): Promise<PageVersionResponse> {
  const page = await loadPage(ctx, pageId)
  assertPageTextEditable(ctx, page)
  const write = (content: DocumentContent) => writePageText(ctx, page, content)
  return presentPageVersion(await restoreVersionText(ctx, pageVersionKind, pageId, { id, stillFrom, write }))
}
