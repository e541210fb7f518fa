import type { PageVersionAnswer, VersionAnswer } from '#common/pages/versions/schema.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { canEditWorkItem } from '#common/work/work-items/rules.ts'
import { refuseArchived } from '../../access/guard.ts'
import type { DocumentContent } from '../../documents/content/ports.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { describe } from '../../work/work-items/describe.ts'
import { actorOf, allow } from '../../work/work-items/load.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'
import { whereItIs } from '../../work/work-items/moved-on.ts'
import { loadPage } from '../pages/load.ts'
import type { PagePlace } from '../pages/place.ts'
import { refuseWriting, writePage } from '../pages/write.ts'
import type { Version } from './entity.ts'
import { type Kind, type Owner, ofItems, ofPages } from './kinds.ts'
import { presentPageVersion, presentVersion } from './queries.ts'
import { loadVersion, textOf } from './texts.ts'

export function restoreVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  stillFrom?: string,
): Promise<VersionAnswer> {
  return whereItIs(ctx, issueId, async (there) => {
    refuseArchived(there.project)
    const [item] = await lockItems(there, [issueId])
    if (item === undefined) throw notFound('Issue not found')
    allow(canEditWorkItem(actorOf(there), item))
    const write = (content: DocumentContent) => describe(there, item, content)
    return presentVersion(await bringBack(there, ofItems, issueId, { id, stillFrom, write }))
  })
}

export async function restorePageVersion(
  ctx: PagePlace,
  pageId: string,
  id: string,
  stillFrom?: string,
): Promise<PageVersionAnswer> {
  const page = await loadPage(ctx, pageId)
  refuseWriting(ctx, page)
  const write = (content: DocumentContent) => writePage(ctx, page, content)
  return presentPageVersion(await bringBack(ctx, ofPages, pageId, { id, stillFrom, write }))
}

interface Wanted {
  id: string
  /** When the version had been saved that the text has to be brought back from still. */
  stillFrom: string | undefined
  write: (content: DocumentContent) => Promise<void>
}

/**
 * Writes the text of a version into the document as it is now, so that who has it open sees it change; what it was until then is a version
 * that can be brought back in turn. One that says what the text says already changes nothing.
 */
async function bringBack<Row extends Version>(
  ctx: WorkspaceContext,
  kind: Kind<Owner, Row>,
  ownerId: string,
  { id, stillFrom, write }: Wanted,
): Promise<Row> {
  const version = await loadVersion(ctx, kind, ownerId, id)
  const html = await textOf(ctx.em, kind, ownerId, id)
  // Whatever was read last: it takes the place of the text that is there, and is not merged with it.
  await write({ html, match: '*', restored_from: version.last_saved_at })
  // What was typed and not stored yet is a version by now, too.
  const [newest = version, before] = await kind.find(ctx.em, ownerId, { limit: 2 })
  const isStill = [newest, before].some((one) => one?.restored_from?.toISOString() === stillFrom)
  if (stillFrom !== undefined && !isStill) throw new AppError('conflict', 'The text has been changed since')
  return newest
}
