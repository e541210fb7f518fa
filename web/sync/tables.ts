import type { LabelRow } from '#common/labels/schema.ts'
import type { PageRow } from '#common/pages/schema.ts'
import type { ProjectAnswer, ProjectMemberRow, ProjectRow } from '#common/projects/schema.ts'
import type { RelationRow } from '#common/relations/schema.ts'
import type { StateRow } from '#common/states/schema.ts'
import type { UserPropertiesRow } from '#common/user-properties/schema.ts'
import type { UserLite } from '#common/users/schema.ts'
import type { ViewRow } from '#common/views/schema.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import type { WorkspaceMemberRow, WorkspaceRow } from '#common/workspaces/schema.ts'
import { createTable, type Table } from './table.ts'

/** Guests are not told e-mail addresses. */
export type Person = UserLite & { email?: string }
/** With one's own role and place in the sidebar, which changes do not carry. */
export type Project = ProjectRow & Partial<Pick<ProjectAnswer, 'member_role' | 'sort_order'>>

/** Answers about one item say this much of its relations. */
export type Relation = Pick<
  RelationRow,
  'id' | 'project_id' | 'related_project_id' | 'issue_id' | 'related_issue_id' | 'relation_type'
>

/** What is synced, under the names of `common/entities.ts`; one line each. */
export const tables = {
  users: createTable<Person>(),
  workspaces: createTable<WorkspaceRow>(),
  workspace_members: createTable<WorkspaceMemberRow>(),
  projects: createTable<Project>(),
  project_members: createTable<ProjectMemberRow>(),
  states: createTable<StateRow>(),
  labels: createTable<LabelRow>(),
  work_items: createTable<WorkItemRow>(),
  work_item_relations: createTable<Relation>(),
  user_properties: createTable<UserPropertiesRow>(),
  pages: createTable<PageRow>(),
  views: createTable<ViewRow>(),
}

export type TableName = keyof typeof tables
export type RowOf<T extends TableName> = (typeof tables)[T] extends Table<infer Row> ? Row : never

export function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}
