import { sql } from 'kysely'
import { type Orm, query } from '../db/orm.ts'
import type { Job } from '../jobs/job.ts'
import type { Storage } from '../storage/storage.ts'
import { everyKeyOf } from './keys.ts'

const day = 86_400_000
/** For whoever confirms a file after having been offline. */
const daysUnconfirmed = 7
/** As everything that was taken away. */
const daysDeleted = 60
/** Files that go at once; the others go after them. */
const batch = 200

/** Once an hour: files that nobody confirmed, that were taken away, or whose owner is gone. When it fails, the next hour does it. */
export const tidyFiles: Job = {
  name: 'tidy-files',
  cron: '40 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  run: (_, { orm, storage }) => removeFilesOfNobody(orm, storage),
}

/** The file goes before its row: whoever dies between the two finds the row again, and that the file is gone. */
export async function removeFilesOfNobody(orm: Orm, storage: Storage, now = Date.now()): Promise<void> {
  const before = (days: number) => new Date(now - days * day)
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select f.id from file_assets f
      where (f.uploaded_at is null and f.created_at < ${before(daysUnconfirmed)})
        or f.deleted_at < ${before(daysDeleted)}
        or (f.workspace_id is not null and not exists (select from workspaces w where w.id = f.workspace_id))
        or (f.project_id is not null and not exists (select from projects p where p.id = f.project_id))
        or (f.entity_type in ('ISSUE_ATTACHMENT', 'ISSUE_DESCRIPTION') and f.entity_identifier is not null
          and not exists (select from work_items i where i.id = f.entity_identifier))
        or (f.entity_type = 'COMMENT_DESCRIPTION' and f.entity_identifier is not null
          and not exists (select from work_item_comments c where c.id = f.entity_identifier))
        or (f.entity_type = 'PAGE_DESCRIPTION' and f.entity_identifier is not null
          and not exists (select from pages p where p.id = f.entity_identifier))
      order by f.id limit ${batch}`.execute(query(orm.em.fork()))
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) break
    for (const id of ids) await storage.remove(everyKeyOf(id))
    await query(orm.em.fork())
      .deleteFrom('work_item_attachments')
      .where(sql<boolean>`id = any(${ids}::uuid[]) and deleted_at is not null`)
      .execute()
    await query(orm.em.fork())
      .deleteFrom('file_assets')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
  }
  await storage.tidy(before(daysUnconfirmed))
}
