import { sql } from 'kysely'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import type { InstanceHealth } from '#common/operation/instance/schema.ts'
import { hasMailServer } from '#common/operation/instance/settings.ts'
import product from '../../../package.json' with { type: 'json' }
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { measureReaderLag } from '../../platform/feed/cursors.ts'

/** Returns the health of this process and of the services that all processes share. */
export async function getInstanceHealth(ctx: UserContext): Promise<InstanceHealth> {
  const { em, config, settings, bus, proxyWatch } = ctx
  const { rss, heapUsed } = process.memoryUsage()
  const { milliseconds, ...database } = await databaseFigures(ctx)
  const instance = await query(em)
    .selectFrom('instances')
    .select(['last_backup_at', 'last_backup_bytes'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    program: product.version,
    node: process.versions.node,
    document_schema: documentSchemaVersion,
    last_migration: database.last_migration,
    role: config.role,
    uptime: Math.round(process.uptime()),
    memory: { rss, heap_used: heapUsed },
    database: {
      version: database.version,
      bytes: Number(database.bytes),
      connections: database.connections,
      milliseconds,
    },
    redis: await bus.state(),
    files: await fileFigures(ctx),
    mail: config.smtpUrl !== null ? 'environment' : hasMailServer(settings.get) ? 'screen' : 'outbox',
    readers: await measureReaderLag(em),
    last_backup_at: instance.last_backup_at?.toISOString() ?? null,
    last_backup_bytes: instance.last_backup_bytes,
    app_url: config.appUrl,
    proxy_warnings: proxyWatch?.warnings() ?? [],
  }
}

interface DatabaseFigures {
  version: string
  bytes: string
  connections: number
  last_migration: string
}

async function databaseFigures({ em }: UserContext): Promise<DatabaseFigures & { milliseconds: number }> {
  const began = performance.now()
  await sql`select 1`.execute(query(em))
  const milliseconds = Math.round((performance.now() - began) * 10) / 10
  const { rows } = await sql<DatabaseFigures>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      coalesce((select name from migrations order by id desc limit 1), '') as last_migration`.execute(
    query(em),
  )
  const [figures] = rows
  if (figures === undefined) throw new Error('the database said nothing of itself')
  return { ...figures, milliseconds }
}

async function fileFigures({ em, config, storage, log }: UserContext): Promise<InstanceHealth['files']> {
  const { rows } = await sql<{ count: number; bytes: string }>`
    select count(*)::int as count, coalesce(sum((attributes->>'size')::bigint), 0) as bytes
    from file_assets where uploaded_at is not null`.execute(query(em))
  // Request the size of a file that does not exist. The response "no such file" proves that the store is reachable.
  const is_reachable = await storage.size('health').then(
    () => true,
    (err: unknown) => {
      log.warn({ err }, 'the store of files cannot be reached')
      return false
    },
  )
  return {
    kind: config.s3 === null ? 'folder' : 's3',
    is_reachable,
    count: rows[0]?.count ?? 0,
    bytes: Number(rows[0]?.bytes ?? 0),
  }
}
