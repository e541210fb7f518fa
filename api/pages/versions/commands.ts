import type { PageVersionResponse } from '#common/documents/versions/schema.ts'
import { pageVersionKind } from '../../documents/versions/kinds.ts'
import { restoreVersionText } from '../../documents/versions/restore-text.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { PageContext } from '../pages/container.ts'
import { loadPage } from '../pages/load.ts'
import { assertPageTextEditable, writePageText } from '../pages/write.ts'
import { presentPageVersion } from './queries.ts'

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
