import { type RawBuilder, sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { allFileStorageKeys } from './keys.ts'

const day = 86_400_000
/**
 * Days until a file is deleted if its client has not confirmed the upload. A client may be offline for some days
 * before it confirms the upload.
 */
const daysUnconfirmed = 7
/**
 * Days until a deleted file is removed from the storage. Items and pages in the trash are purged after the same
 * time.
 */
const daysDeleted = 60
/** Number of files removed at a time. */
const batch = 200

/**
 * Hourly job: removes files that were not confirmed in time, files that were deleted long ago, and files whose page,
 * item or other object no longer exists. If the job fails, the next run continues.
 */
export const removeUnusedFilesJob: Job = {
  name: 'tidy-files',
  cron: '40 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  run: (_, { orm, storage }) => removeUnusedFiles(orm, storage),
}

/** SQL condition: the file or file use names an object, and this object no longer exists. */
function isOrphan(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${row}.entity_identifier is not null and case ${row}.entity_type
    when 'ISSUE_ATTACHMENT' then not exists (select from work_items o where o.id = ${row}.entity_identifier)
    when 'ISSUE_DESCRIPTION' then not exists (select from work_items o where o.id = ${row}.entity_identifier)
    when 'COMMENT_DESCRIPTION' then not exists (select from work_item_comments o where o.id = ${row}.entity_identifier)
      and not exists (select from page_comments o where o.id = ${row}.entity_identifier)
    when 'TEMPLATE_DESCRIPTION' then not exists (select from work_item_templates o where o.id = ${row}.entity_identifier)
    when 'USER_AVATAR' then not exists (select from users o where o.id = ${row}.entity_identifier and o.erased_at is null)
    when 'USER_COVER' then not exists (select from users o where o.id = ${row}.entity_identifier and o.erased_at is null)
    when 'PAGE_DESCRIPTION' then not exists (select from pages o where o.id = ${row}.entity_identifier)
    else false end)`
}

/**
 * Removes the files from the storage before their rows from the database, so that a retry after a crash finds the
 * rows again.
 */
export async function removeUnusedFiles(orm: Orm, storage: Storage, now = Date.now()): Promise<void> {
  const before = (days: number) => new Date(now - days * day)
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select f.id from file_assets f
      where (f.uploaded_at is null and f.created_at < ${before(daysUnconfirmed)})
        or f.deleted_at < ${before(daysDeleted)}
        or (f.workspace_id is not null and not exists (select from workspaces w where w.id = f.workspace_id))
        or ((${isOrphan(sql`f`)} or (f.project_id is not null
            and not exists (select from projects p where p.id = f.project_id)))
          and not exists (select from file_uses u where u.asset_id = f.id and not ${isOrphan(sql`u`)}))
        or (f.entity_identifier is null and f.entity_type like '%\\_DESCRIPTION' and f.uploaded_at < ${before(daysDeleted)} and not exists (
          select from drafts d where d.created_by = f.created_by and position(f.id::text in d.description_html) > 0))
      order by f.id limit ${batch}`.execute(query(orm.em.fork()))
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) break
    for (const id of ids) await storage.remove(allFileStorageKeys(id))
    await query(orm.em.fork())
      .deleteFrom('work_item_attachments')
      .where(sql<boolean>`id = any(${ids}::uuid[]) and deleted_at is not null`)
      .execute()
    await query(orm.em.fork())
      .deleteFrom('file_assets')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
  }
  await sql`delete from file_uses u where not exists (select from file_assets f where f.id = u.asset_id)`.execute(
    query(orm.em.fork()),
  )
  await storage.removeStaleUploads(before(daysUnconfirmed))
}
