import { writeText } from '../assets/texts.ts'
import type { ProjectContext } from '../context.ts'
import type { DocumentContent } from '../documents/ports.ts'
import type { ItemRow } from './item-row.ts'

export function describe(
  ctx: ProjectContext,
  { id, project_id }: Pick<ItemRow, 'id' | 'project_id'>,
  content: DocumentContent,
): Promise<void> {
  return writeText(ctx, { entity_type: 'ISSUE_DESCRIPTION', id, project_id }, content)
}
