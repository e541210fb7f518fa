import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import type { automationCalls } from '#common/work/automations/calls.ts'
import { maxPreviewedItems } from '#common/work/automations/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { dueForArchiveCondition, dueForClosingCondition, loadAutoCloseState } from './due.ts'

type Call = typeof automationCalls.previewAutomations
type Answer = ResponseOf<Call>

export async function previewAutomations(ctx: ProjectContext, sent: QueryOf<Call>): Promise<Answer> {
  const project = await query(ctx.em)
    .selectFrom('projects')
    .select(['id', 'archive_in', 'close_in', 'default_state'])
    .where('id', '=', ctx.project.id)
    .executeTakeFirstOrThrow()
  const { archive_in = project.archive_in, close_in = project.close_in } = sent
  const state = await loadAutoCloseState(ctx.em, project)
  return {
    archives: archive_in > 0 ? await previewOf(ctx, dueForArchiveCondition(project.id, archive_in)) : noItems,
    closes:
      close_in > 0 && state !== null
        ? await previewOf(ctx, dueForClosingCondition(project.id, close_in))
        : noItems,
    closes_into: state?.id ?? null,
  }
}

const noItems = { count: 0, items: [] }

async function previewOf({ em }: ProjectContext, due: RawBuilder<boolean>): Promise<Answer['archives']> {
  const rows = await query(em)
    .selectFrom('work_items')
    .select(['id', 'name', 'sequence_id', 'state_id', 'updated_at'])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .where(due)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(maxPreviewedItems)
    .execute()
  return {
    count: rows[0]?.count ?? 0,
    items: rows.map(({ count: _, updated_at, ...row }) => ({ ...row, updated_at: updated_at.toISOString() })),
  }
}
