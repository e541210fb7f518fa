import { canEditPageContent } from '#common/pages/pages/rules.ts'
import { AppError, forbidden } from '#common/platform/errors.ts'
import { writeDocumentText } from '../../documents/files/texts.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import { type PageContext, pageActor, pageContextProjectId } from './container.ts'
import type { Page } from './entity.ts'

/** Throws if the page is locked or archived, or if the caller may only read it. */
export function assertPageTextEditable(ctx: PageContext, page: Page): void {
  if (page.is_locked)
    throw new AppError('invalid', 'Page is locked', { error_code: 4701, error_message: 'PAGE_LOCKED' })
  if (page.archived_at !== null)
    throw new AppError('invalid', 'Page is archived', { error_code: 4702, error_message: 'PAGE_ARCHIVED' })
  if (!canEditPageContent(pageActor(ctx), page)) throw forbidden()
}

export function writePageText(
  ctx: PageContext,
  { id }: Page,
  content: DocumentContent,
  { is_new = false } = {},
): Promise<void> {
  return writeDocumentText(
    ctx,
    { entity_type: 'PAGE_DESCRIPTION', id, project_id: pageContextProjectId(ctx), is_new },
    content,
  )
}
