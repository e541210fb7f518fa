import { writeText } from '../../documents/files/texts.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import type { ItemRow } from './item-row.ts'

export function describeItemChange(
  ctx: ProjectContext,
  { id, project_id }: Pick<ItemRow, 'id' | 'project_id'>,
  content: DocumentContent,
): Promise<void> {
  return writeText(ctx, { entity_type: 'ISSUE_DESCRIPTION', id, project_id }, content)
}
