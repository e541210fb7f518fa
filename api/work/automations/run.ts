import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { writing } from '../../platform/feed/writing.ts'
import { oneByOne } from '../../platform/jobs/one-by-one.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { inState } from '../work-items/load.ts'
import { lockSome } from '../work-items/lock-items.ts'
import { holdTrees } from '../work-items/tree.ts'
import { type ItemPatch, writeItems } from '../work-items/write-items.ts'
import { closingState, dueForArchive, dueForClosing } from './due.ts'

/** Every night: archives what was done long ago, and closes what nobody touches, where a project asks for it. */
export const runAutomations: Job = {
  name: 'run-automations',
  cron: '0 1 * * *',
  retries: 2,
  retryAfter: [60, 600],
  endsWithin: 3600,
  run: (_, { orm }) => automateAll(orm),
}

/** Items in one transaction: others wait no longer for them than for a bulk change. */
const atOnce = 200

/** What was touched counts as updated, so that it is not touched twice. */
export async function automateAll(orm: Orm): Promise<void> {
  const projects = await query(orm.em.fork())
    .selectFrom('projects')
    .select(['id', 'created_by'])
    .where(sql<boolean>`archive_in > 0 or close_in > 0`)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    // What is in a deleted workspace stays as it is: it may come back.
    .where(sql<boolean>`workspace_id in (select id from workspaces where deleted_at is null)`)
    .orderBy('id')
    .execute()
  await oneByOne(projects, async ({ id, created_by }) => {
    const origin = { actor_id: created_by, mutation_id: null }
    let isMore = true
    while (isMore) isMore = await writing(orm.em, origin, (em) => automate(em, id))
  })
}

/** As the project is set now. Answers whether there may be more to do. */
async function automate(em: EntityManager, projectId: string): Promise<boolean> {
  await holdTrees(em, [projectId])
  const project = await query(em)
    .selectFrom('projects')
    .select(['id', 'created_by', 'archive_in', 'close_in', 'default_state'])
    .where('id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (project === undefined) return false
  const { archive_in, close_in, created_by } = project
  const now = new Date()
  const touch = async (due: RawBuilder<boolean>, patchOf: (row: ItemRow) => ItemPatch) => {
    const rows = await lockSome(em, due, atOnce)
    const actor = { em, user: { id: created_by ?? null } }
    await writeItems(
      actor,
      rows.map((before) => ({ before, patch: patchOf(before) })),
    )
    return rows.length === atOnce
  }
  const state = close_in > 0 ? await closingState(em, project) : null
  const archivesMore =
    archive_in > 0 && (await touch(dueForArchive(projectId, archive_in), () => ({ archived_at: now })))
  const closesMore =
    state !== null && (await touch(dueForClosing(projectId, close_in), (row) => inState(row, state)))
  return archivesMore || closesMore
}
