import type { LabelRow } from '#common/labels/schema.ts'
import type { PageRow } from '#common/pages/schema.ts'
import type { ProjectAnswer, ProjectMemberRow, ProjectRow } from '#common/projects/schema.ts'
import type { QuickLinkRow } from '#common/quick-links/schema.ts'
import type { RelationRow } from '#common/relations/schema.ts'
import type { StateRow } from '#common/states/schema.ts'
import type { UserPropertiesRow } from '#common/user-properties/schema.ts'
import type { UserLite } from '#common/users/schema.ts'
import type { ViewRow } from '#common/views/schema.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import type { WorkspaceMemberRow, WorkspaceRow } from '#common/workspaces/schema.ts'
import type { Store } from './store.ts'
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
export function createTables(store: Store) {
  return {
    users: createTable<Person>(store),
    workspaces: createTable<WorkspaceRow>(store),
    workspace_members: createTable<WorkspaceMemberRow>(store),
    projects: createTable<Project>(store),
    project_members: createTable<ProjectMemberRow>(store),
    states: createTable<StateRow>(store),
    labels: createTable<LabelRow>(store),
    work_items: createTable<WorkItemRow>(store),
    work_item_relations: createTable<Relation>(store),
    quick_links: createTable<QuickLinkRow>(store),
    user_properties: createTable<UserPropertiesRow>(store),
    pages: createTable<PageRow>(store),
    views: createTable<ViewRow>(store),
  }
}

export type Tables = ReturnType<typeof createTables>
export type TableName = keyof Tables
export type RowOf<T extends TableName> = Tables[T] extends Table<infer Row> ? Row : never
