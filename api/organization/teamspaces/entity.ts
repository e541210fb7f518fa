import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

export const TeamspaceEntity = defineEntity({
  name: 'Teamspace',
  tableName: 'teamspaces',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    name: p.text(),
    description: p.text().default(''),
    access: p.integer().$type<0 | 1>(),
    logo_props: p.json<LogoProps>(),
    lead_id: p.uuid().strictNullable(),
    member_ids: p.array<string>().columnType('uuid[]'),
    project_ids: p.array<string>().columnType('uuid[]'),
    sort_order: p.float(),
  },
})
export type Teamspace = InferEntity<typeof TeamspaceEntity>
