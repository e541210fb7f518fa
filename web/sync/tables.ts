import type { LabelRow } from '#common/labels/schema.ts'
import type { PageRow } from '#common/pages/schema.ts'
import type { ProjectMemberRow, ProjectRow } from '#common/projects/schema.ts'
import type { StateRow } from '#common/states/schema.ts'
import type { UserLite } from '#common/users/schema.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import type { WorkspaceMemberRow, WorkspaceRow } from '#common/workspaces/schema.ts'
import { createTable, type Table } from './table.ts'

/** What is synced, under the names of `common/entities.ts`; one line each. */
export const tables = {
  users: createTable<UserLite>(),
  workspaces: createTable<WorkspaceRow>(),
  workspace_members: createTable<WorkspaceMemberRow>(),
  projects: createTable<ProjectRow>(),
  project_members: createTable<ProjectMemberRow>(),
  states: createTable<StateRow>(),
  labels: createTable<LabelRow>(),
  work_items: createTable<WorkItemRow>(),
  pages: createTable<PageRow>(),
}

export type TableName = keyof typeof tables
export type RowOf<T extends TableName> = (typeof tables)[T] extends Table<infer Row> ? Row : never

export function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}
