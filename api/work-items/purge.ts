import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { documentName } from '#common/document/names.ts'
import { canPurgeWorkItems } from '#common/work-items/rules.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import { actorOf, allow } from './load.ts'
import { lockItems } from './lock-items.ts'
import { wentWithIt } from './trash.ts'
import { belowOf, holdTree } from './tree.ts'

/**
 * Deletes items of the trash forever, with what went there with them, and all that is theirs; files go when the next hour tidies up. Those
 * that are not in the trash stay as they are.
 */
export async function purgeWorkItems(ctx: ProjectContext, ids: string[]): Promise<{ message: string }> {
  allow(canPurgeWorkItems(actorOf(ctx)))
  await holdTree(ctx)
  const named = await lockItems(ctx, ids, { trashed: true })
  const trashed = named.filter((row) => row.deleted_at !== null)
  if (trashed.length > 0) {
    const wanted = trashed.map((row) => row.id)
    const below = await belowOf(ctx, wanted, wentWithIt)
    await purge(ctx, await lockItems(ctx, [...wanted, ...below], { trashed: true }))
  }
  return { message: `${trashed.length} issues were deleted forever` }
}

async function purge({ em }: ProjectContext, rows: Awaited<ReturnType<typeof lockItems>>): Promise<void> {
  await deleteForever(
    em,
    rows.map((row) => row.id),
  )
  // They were heard as deleted when they went to the trash. It is said again, for those who look at the trash.
  recordBatch(
    em,
    'work_items',
    rows.map((row) => ({ before: { ...row, deleted_at: null }, after: { ...row } })),
  )
}

/** Items that go at once; the others go after them. */
const batch = 500

/** What nobody can bring back any more. It has been heard as deleted, and no trash shows it, so nothing is said of it. */
export async function purgeTrashedBefore(em: EntityManager, moment: Date): Promise<void> {
  for (;;) {
    const rows = await query(em)
      .selectFrom('work_items')
      .select('id')
      .where('deleted_at', '<', moment)
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    await deleteForever(
      em,
      rows.map(({ id }) => id),
    )
  }
}

/** The item goes last: whoever is killed before that finds it again. */
async function deleteForever(em: EntityManager, ids: string[]): Promise<void> {
  const documents = ids.map((id) => documentName('work_item', id))
  await sql`delete from document_updates where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from documents where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from work_items where id = any(${ids}::uuid[])`.execute(query(em))
}
