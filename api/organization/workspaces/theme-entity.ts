import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

export const WorkspaceThemeEntity = defineEntity({
  name: 'WorkspaceTheme',
  tableName: 'workspace_themes',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    name: p.string(),
    colors: p.json<Record<string, unknown>>(),
    actor: p.uuid().strictNullable(),
  },
})
export type WorkspaceThemeRow = InferEntity<typeof WorkspaceThemeEntity>
