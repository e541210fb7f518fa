import { writeDocumentText } from '../../documents/files/texts.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { ItemRow } from './item-row.ts'

export function writeItemDescription(
  ctx: ProjectContext,
  { id, project_id }: Pick<ItemRow, 'id' | 'project_id'>,
  content: DocumentContent,
  { is_new = false } = {},
): Promise<void> {
  return writeDocumentText(ctx, { entity_type: 'ISSUE_DESCRIPTION', id, project_id, is_new }, content)
}
