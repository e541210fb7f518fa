import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { IntakeStatus, intakeSources } from '#common/planning/intake/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

/** The decision on a submitted work item. The row has the same id as the item. */
export const IntakeEntity = defineEntity({
  name: 'Intake',
  tableName: 'intake_issues',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    status: p.integer().$type<IntakeStatus>(),
    snoozed_till: p.datetime().strictNullable(),
    duplicate_to: p.uuid().strictNullable(),
    source: p.string().$type<(typeof intakeSources)[number]>(),
    /** The sender's email address. The address is never sent to clients. */
    source_email: p.string().strictNullable(),
  },
})
export type Intake = InferEntity<typeof IntakeEntity>
