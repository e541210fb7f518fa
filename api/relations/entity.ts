import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { RelationType } from '#common/relations/rules.ts'
import { audited } from '../db/columns.ts'

export const RelationEntity = defineEntity({
  name: 'Relation',
  tableName: 'work_item_relations',
  properties: {
    ...audited,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    related_project_id: p.uuid(),
    issue_id: p.uuid(),
    related_issue_id: p.uuid(),
    relation_type: p.string().$type<RelationType>(),
    /** Who made both items; a restricted guest hears of relations among their own. Never leaves the server. */
    maker_id: p.uuid().strictNullable(),
  },
})
export type Relation = InferEntity<typeof RelationEntity>
