import { type RawBuilder, sql } from 'kysely'
import { AppError, notFound } from '#common/platform/errors.ts'
import type { BoardFeedbackSetting } from '#common/sharing/publish/rules.ts'
import type { BoardLayouts } from '#common/sharing/publish/schema.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { loadPublishedView, type PublishedView } from './published-view.ts'

/** A public board: the content that is published under a public address. */
export interface PublicBoard extends Record<BoardFeedbackSetting, boolean> {
  id: string
  workspace_id: string
  /**
   * Ids of the projects of the published items. For a published view, ids of all projects of which the owner
   * of the view is an admin now.
   */
  project_ids: string[]
  view_props: Partial<BoardLayouts> & Pick<BoardLayouts, 'list' | 'kanban'>
  archived_at: Date | null
  /** The published view. Is null if a project is published. */
  view: PublishedView | null
}

/**
 * Returns the public board with the address `anchor`. Throws if there is none, or if its project or view no
 * longer exists. The board of an archived project can still be read.
 */
export async function loadPublicBoard({ em }: Pick<Context, 'em'>, anchor: string): Promise<PublicBoard> {
  const row = await selectPublicBoards({ em })
    .select(['b.id', 'b.workspace_id', 'b.project_id', 'b.view_id', 'b.view_props', 'p.archived_at'])
    .select(['b.is_comments_enabled', 'b.is_reactions_enabled', 'b.is_votes_enabled'])
    .select(['b.is_intake_enabled', 'p.inbox_view'])
    .where('b.anchor', '=', anchor)
    .executeTakeFirst()
  if (row === undefined) throw notPublishedError()
  const { project_id, view_id, inbox_view, ...board } = row
  board.is_intake_enabled = row.is_intake_enabled && inbox_view === true
  if (project_id !== null) return { ...board, project_ids: [project_id], view: null }
  const view = view_id === null ? null : await loadPublishedView(em, row.workspace_id, view_id)
  if (view === null) throw notPublishedError()
  return { ...board, project_ids: view.listable.project_ids, view }
}

export function selectPublicBoards({ em }: Pick<Context, 'em'>) {
  return query(em)
    .selectFrom('deploy_boards as b')
    .innerJoin('workspaces as w', 'w.id', 'b.workspace_id')
    .leftJoin('projects as p', 'p.id', 'b.project_id')
    .where('b.is_disabled', '=', false)
    .where('p.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
}

export function notPublishedError(): AppError {
  return notFound('Project is not published')
}

/** SQL condition: the work item `i` is visible on the board. */
export function publishedItemsCondition({
  project_ids,
  view,
}: Pick<PublicBoard, 'project_ids' | 'view'>): RawBuilder<boolean> {
  const shown = sql<boolean>`(i.project_id = any(${project_ids}::uuid[]) and i.deleted_at is null and i.archived_at is null
    and not i.is_draft and not i.is_epic and i.state__group <> 'triage')`
  return view === null
    ? shown
    : sql`(${shown} and i.id in (select work_items.id from work_items where ${view.where}))`
}

/** SQL condition: the comment `c` is public. */
export const publicCommentsCondition = sql<boolean>`(c.access = 'EXTERNAL' and c.removed_at is null)`

export function assertBoardAllows(board: PublicBoard, allowed: BoardFeedbackSetting): void {
  if (!board[allowed]) throw new AppError('invalid', refusals[allowed])
}

const refusals: Record<BoardFeedbackSetting, string> = {
  is_comments_enabled: 'Comments are not enabled for this project',
  is_reactions_enabled: 'Reactions are not enabled for this project board',
  is_votes_enabled: 'Votes are not enabled for this project board',
  is_intake_enabled: 'Intake is not enabled for this Project Board',
}
