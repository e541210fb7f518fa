import type { EntityManager } from '@mikro-orm/postgresql'
import type { Config } from '../../platform/config/config.ts'
import { query } from '../../platform/db/orm.ts'

type Address = Pick<Config, 'appUrl' | 'isAppUrlSet'>

/**
 * Stores the public address of the server. Command line programs print links with this address, because they
 * may run without the environment variables of the server.
 */
export async function storePublicAddress(em: EntityManager, appUrl: string): Promise<void> {
  await query(em)
    .updateTable('instances')
    .set({ app_url: appUrl })
    .where('app_url', 'is distinct from', appUrl)
    .execute()
}

/** Returns `APP_URL` if it is set, otherwise the public address that the server stored last. */
export async function getPublicAddress(em: EntityManager, { appUrl, isAppUrlSet }: Address): Promise<string> {
  if (isAppUrlSet) return appUrl
  const instance = await query(em).selectFrom('instances').select('app_url').executeTakeFirst()
  return instance?.app_url ?? appUrl
}
