import { AppError } from '#common/platform/errors.ts'
import type { CalendarFeedKind } from '#common/sharing/calendar-feeds/rules.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { createListing, type Listing } from '#common/work/listing/listing.ts'
import { accessibleProjects, findWorkspace } from '../../access/access.ts'
import type { ProjectContext, UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import {
  type ItemAccessScope,
  projectItemAccessScope,
  workspaceItemAccessScope,
} from '../../work/listing/listable.ts'
import { loadTeamspaceViewContext, type ViewContainer } from '../../work/views/container.ts'
import { loadViewListing } from '../../work/views/queries.ts'

export interface CalendarTarget {
  kind: CalendarFeedKind
  workspace_id: string
  target_id: string | null
}

/** The contents of a calendar feed: work items, and cycles and modules of a project. */
export interface CalendarSource {
  /** Name of the project, view, cycle, module or workspace. */
  name: string
  workspace: { id: string; slug: string }
  project_id: string | null
  items: { listable: ItemAccessScope; listing: Listing }
  /** True for a view that only its owner can see. */
  isPrivate?: boolean
  /** The cycles and modules in the feed. Null for none, and `all` for all of the project. */
  cycles: 'all' | { id: string } | null
  modules: 'all' | { id: string } | null
}

/**
 * Returns what the user sees of the target now. Returns null if the target does not exist or the user has no access to
 * it.
 */
export async function findCalendarSource(
  ctx: UserContext,
  { kind, workspace_id, target_id }: CalendarTarget,
): Promise<CalendarSource | null> {
  const workspace = await findWorkspace(ctx.em, ctx.user.id, { id: workspace_id })
  if (workspace === null) return null
  const inWorkspace: WorkspaceContext = { ...ctx, workspace }
  return finders[kind](inWorkspace, target_id ?? '')
}

type Finder = (ctx: WorkspaceContext, id: string) => Promise<CalendarSource | null>

const finders: Record<CalendarFeedKind, Finder> = {
  async assigned(ctx) {
    const { em, workspace, user } = ctx
    const listable = await workspaceItemAccessScope(ctx)
    const { name } = await query(em)
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', workspace.id)
      .executeTakeFirstOrThrow()
    const items = { listable, listing: createListing(listingContexts.assigned(listable, user.id)) }
    return { name, workspace, project_id: null, items, cycles: null, modules: null }
  },
  async project(ctx, id) {
    const inProject = await findProjectContext(ctx, id)
    if (inProject === null) return null
    const { project, workspace } = inProject
    const { name } = await query(ctx.em)
      .selectFrom('projects')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      name,
      workspace,
      project_id: id,
      items: {
        listable: projectItemAccessScope(inProject),
        listing: createListing(listingContexts.project(id)),
      },
      cycles: project.cycle_view ? 'all' : null,
      modules: project.module_view ? 'all' : null,
    }
  },
  async view(ctx, id) {
    const row = await query(ctx.em)
      .selectFrom('views')
      .select(['project_id', 'teamspace_id'])
      .where('id', '=', id)
      .where('workspace_id', '=', ctx.workspace.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const container = row === undefined ? null : await findViewContainer(ctx, row)
    if (row === undefined || container === null) return null
    const listing = await nullIfNotFound(loadViewListing(container, id))
    if (listing === null) return null
    const { view, listable, context } = listing
    const { name, access, display_filters } = view
    const { type, sub_issue } = display_filters
    const shown = createListing(context, { type: type ?? 'all', show_sub_issues: sub_issue !== false })
    return {
      ...{ name, workspace: ctx.workspace, project_id: row.project_id, isPrivate: access === 0 },
      ...{ items: { listable, listing: shown }, cycles: null, modules: null },
    }
  },
  cycle: (ctx, id) => findCycleOrModule(ctx, 'cycles', id),
  module: (ctx, id) => findCycleOrModule(ctx, 'modules', id),
}

async function findCycleOrModule(
  ctx: WorkspaceContext,
  table: 'cycles' | 'modules',
  id: string,
): Promise<CalendarSource | null> {
  const row = await query(ctx.em)
    .selectFrom(table)
    .select(['name', 'project_id'])
    .where('id', '=', id)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const inProject = row === undefined ? null : await findProjectContext(ctx, row.project_id)
  if (row === undefined || inProject === null) return null
  const { name, project_id } = row
  const { project, workspace } = inProject
  const isCycle = table === 'cycles'
  if (!(isCycle ? project.cycle_view : project.module_view)) return null
  const context = isCycle ? listingContexts.cycle(project_id, id) : listingContexts.module(project_id, id)
  return {
    name,
    workspace,
    project_id,
    items: { listable: projectItemAccessScope(inProject), listing: createListing(context) },
    cycles: isCycle ? { id } : null,
    modules: isCycle ? null : { id },
  }
}

/** Unlike `findProject`, this returns null for a public project that the user has not joined. */
async function findProjectContext(ctx: WorkspaceContext, id: string): Promise<ProjectContext | null> {
  const found = await accessibleProjects(ctx.em, ctx.user.id, { id: ctx.workspace.id })
    .where('project_id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found === undefined ? null : { ...ctx, project: { ...found, id } }
}

async function findViewContainer(
  ctx: WorkspaceContext,
  { project_id, teamspace_id }: { project_id: string | null; teamspace_id: string | null },
): Promise<ViewContainer | null> {
  if (teamspace_id !== null) return nullIfNotFound(loadTeamspaceViewContext(ctx, teamspace_id))
  if (project_id === null) return ctx
  const inProject = await findProjectContext(ctx, project_id)
  return inProject?.project.issue_views_view === false ? null : inProject
}

async function nullIfNotFound<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden')) return null
    throw error
  }
}
