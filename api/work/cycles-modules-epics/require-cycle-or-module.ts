import { notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

const messages = { cycles: 'Cycle not found', modules: 'Module not found' } as const

/**
 * Throws `not_found` unless the project contains this cycle or module. Archived cycles and modules are
 * accepted.
 */
export async function requireCycleOrModule(
  { em, project }: ProjectContext,
  kind: keyof typeof messages,
  id: string,
): Promise<void> {
  const row = await query(em)
    .selectFrom(kind)
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound(messages[kind])
}
