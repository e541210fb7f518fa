import { AppError, forbidden } from '#common/errors.ts'
import { canEditPageContent } from '#common/pages/rules.ts'
import { writeText } from '../assets/texts.ts'
import type { DocumentContent } from '../documents/ports.ts'
import type { Page } from './entity.ts'
import { actorOf, type PagePlace, projectIdOf } from './place.ts'

/** Nobody writes into a page that is locked or in the archive, and readers into none. */
export function refuseWriting(ctx: PagePlace, page: Page): void {
  if (page.is_locked)
    throw new AppError('invalid', 'Page is locked', { error_code: 4701, error_message: 'PAGE_LOCKED' })
  if (page.archived_at !== null)
    throw new AppError('invalid', 'Page is archived', { error_code: 4702, error_message: 'PAGE_ARCHIVED' })
  if (!canEditPageContent(actorOf(ctx), page)) throw forbidden()
}

export function writePage(ctx: PagePlace, { id }: Page, content: DocumentContent): Promise<void> {
  return writeText(ctx, { entity_type: 'PAGE_DESCRIPTION', id, project_id: projectIdOf(ctx) }, content)
}
