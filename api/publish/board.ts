import { type RawBuilder, sql } from 'kysely'
import { AppError, notFound } from '#common/errors.ts'
import type { BoardSwitch } from '#common/publish/rules.ts'
import type { Context } from '../context.ts'
import { query } from '../db/orm.ts'

/** Of a project that is there; one in the archive is read further on. */
export async function boardOf({ em }: Pick<Context, 'em'>, anchor: string) {
  const row = await boards({ em })
    .select(['b.project_id', 'b.view_props', 'p.archived_at'])
    .select(['b.is_comments_enabled', 'b.is_reactions_enabled', 'b.is_votes_enabled'])
    .where('b.anchor', '=', anchor)
    .executeTakeFirst()
  if (row === undefined) throw notPublished()
  return row
}
export type Board = Awaited<ReturnType<typeof boardOf>>

export function boards({ em }: Pick<Context, 'em'>) {
  return query(em)
    .selectFrom('deploy_boards as b')
    .innerJoin('projects as p', 'p.id', 'b.project_id')
    .innerJoin('workspaces as w', 'w.id', 'b.workspace_id')
    .where('p.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
}

export function notPublished(): AppError {
  return notFound('Project is not published')
}

/** Which items, called `i`, are shown. */
export function published({ project_id }: Pick<Board, 'project_id'>): RawBuilder<boolean> {
  return sql`(i.project_id = ${project_id} and i.deleted_at is null and i.archived_at is null and not i.is_draft
    and not i.is_epic and i.state__group <> 'triage')`
}

/** Which comments, called `c`, are for everybody to read. */
export const shownComments = sql<boolean>`(c.access = 'EXTERNAL' and c.removed_at is null)`

export function refuseUnless(board: Board, allowed: BoardSwitch): void {
  if (!board[allowed]) throw new AppError('invalid', refusals[allowed])
}

const refusals: Record<BoardSwitch, string> = {
  is_comments_enabled: 'Comments are not enabled for this project',
  is_reactions_enabled: 'Reactions are not enabled for this project board',
  is_votes_enabled: 'Votes are not enabled for this project board',
}
