import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { FavoriteType } from '#common/organization/favorites/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

export const FavoriteEntity = defineEntity({
  name: 'Favorite',
  tableName: 'favorites',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    user_id: p.uuid(),
    project_id: p.uuid().strictNullable(),
    entity_type: p.string().$type<FavoriteType>(),
    entity_identifier: p.uuid().strictNullable(),
    name: p.string().strictNullable(),
    is_folder: p.boolean(),
    parent: p.uuid().strictNullable(),
    sequence: p.float(),
  },
})
export type Favorite = InferEntity<typeof FavoriteEntity>
