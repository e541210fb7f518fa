import { AppError } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { Version } from './entity.ts'
import type { Kind, VersionedText } from './kinds.ts'
import { loadVersion, versionTextOf } from './texts.ts'

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
export async function restoreTextOfVersion<Row extends Version>(
  ctx: WorkspaceContext,
  kind: Kind<VersionedText, Row>,
  ownerId: string,
  { id, stillFrom, write }: Wanted,
): Promise<Row> {
  const version = await loadVersion(ctx, kind, ownerId, id)
  const html = await versionTextOf(ctx.em, kind, ownerId, id)
  // Whatever was read last: it takes the place of the text that is there, and is not merged with it.
  await write({ html, match: '*', restored_from: version.last_saved_at })
  // What was typed and not stored yet is a version by now, too.
  const [newest = version, before] = await kind.find(ctx.em, ownerId, { limit: 2 })
  const isStill = [newest, before].some((one) => one?.restored_from?.toISOString() === stillFrom)
  if (stillFrom !== undefined && !isStill) throw new AppError('conflict', 'The text has been changed since')
  return newest
}
