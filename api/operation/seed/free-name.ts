import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/** Returns a free name and identifier, with a number if they are taken: `Harbor`, `Harbor 2`, `Harbor 3`. */
export async function firstFreeProjectName(
  em: EntityManager,
  workspaceId: string,
  name: string,
  identifier: string,
) {
  const taken = await query(em)
    .selectFrom('projects')
    .select(['name', 'identifier'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute()
  const used = new Set(taken.flatMap((project) => [project.name, project.identifier]))
  for (let number = 1; ; number++) {
    const free =
      number === 1
        ? { name, identifier }
        : { name: `${name} ${number}`, identifier: `${identifier}${number}` }
    if (!used.has(free.name) && !used.has(free.identifier)) return free
  }
}
