import { AppError } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { DocumentVersion } from './entity.ts'
import type { VersionedDocument, VersionedDocumentKind } from './kinds.ts'
import { loadVersion, loadVersionHtml } from './texts.ts'

interface Wanted {
  id: string
  /**
   * This field is set only to undo a restore. It is the `last_saved_at` of the restored version. The call fails
   * if the current text no longer comes from this version.
   */
  stillFrom: string | undefined
  write: (content: DocumentContent) => Promise<void>
}

/**
 * Writes the text of a version into the current document, so that open editors show it. The previous text becomes a
 * version. If the texts are equal, nothing changes.
 */
export async function restoreVersionText<Row extends DocumentVersion>(
  ctx: WorkspaceContext,
  kind: VersionedDocumentKind<VersionedDocument, Row>,
  ownerId: string,
  { id, stillFrom, write }: Wanted,
): Promise<Row> {
  const version = await loadVersion(ctx, kind, ownerId, id)
  const html = await loadVersionHtml(ctx.em, kind, ownerId, id)
  // `match: '*'` replaces the current text. Without it, the text of the version would be merged with the
  // current text.
  await write({ html, match: '*', restored_from: version.last_saved_at })
  // Find the version that was current before this restore. It is the newest version if the restore changed
  // nothing. Otherwise it is the second newest, unless other users had typed text that was not stored yet.
  const [newest = version, before] = await kind.find(ctx.em, ownerId, { limit: 2 })
  const isStill = [newest, before].some((one) => one?.restored_from?.toISOString() === stillFrom)
  if (stillFrom !== undefined && !isStill)
    throw new AppError('conflict', 'The text has changed since you loaded it')
  return newest
}
