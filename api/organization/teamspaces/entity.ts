import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { TeamActivityKind } from '#common/organization/teamspaces/activities.ts'
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

/**
 * An entry in the history of a teamspace. The table has no foreign keys, so that an entry is not deleted
 * together with the objects that it names.
 */
export const TeamActivityEntity = defineEntity({
  name: 'TeamActivity',
  tableName: 'teamspace_activities',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    teamspace_id: p.uuid(),
    kind: p.text().$type<TeamActivityKind>(),
    person_id: p.uuid().strictNullable(),
    project_id: p.uuid().strictNullable(),
    view_id: p.uuid().strictNullable(),
    old_value: p.text().strictNullable(),
    new_value: p.text().strictNullable(),
    actor_id: p.uuid().strictNullable(),
    created_at: p.datetime(),
  },
})
