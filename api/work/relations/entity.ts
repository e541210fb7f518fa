import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { RelationType } from '#common/work/relations/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

export const RelationEntity = defineEntity({
  name: 'Relation',
  tableName: 'work_item_relations',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    related_project_id: p.uuid(),
    issue_id: p.uuid(),
    related_issue_id: p.uuid(),
    relation_type: p.string().$type<RelationType>(),
    /**
     * Ids of the users who created the two items. Guests without access to the whole project receive only
     * relations of items that they created. These columns are not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
    related_issue_created_by: p.uuid().strictNullable(),
  },
})
export type Relation = InferEntity<typeof RelationEntity>
