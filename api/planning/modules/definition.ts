import { LockMode } from '@mikro-orm/postgresql'
import { type Selectable, sql } from 'kysely'
import { cycleOrModuleLimit } from '#common/planning/cycles-and-modules/rules.ts'
import { canArchiveModule, moduleAcceptsItems } from '#common/planning/modules/rules.ts'
import {
  type ModuleResponse,
  type ModuleRow,
  moduleResponse,
  moduleRow,
} from '#common/planning/modules/schema.ts'
import { AppError } from '#common/platform/errors.ts'
import { maxValuesPerItemField } from '#common/work/work-items/rules.ts'
import { presentRow } from '../../platform/db/present.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { moduleArchivedMessage } from '../../work/work-items/lock-cycles-or-modules.ts'
import type { CycleOrModuleDefinition } from '../cycles-and-modules/definition.ts'
import { type Module, ModuleEntity } from './entity.ts'

/** The database row of a module. */
type Row = Pick<Selectable<Tables['modules']>, keyof ModuleRow>

export const moduleDefinition: CycleOrModuleDefinition<Row, Module, ModuleResponse> = {
  kind: 'module',
  table: 'modules',
  columns: moduleRow.keyof().options,
  lock: (em, key) => em.findOne(ModuleEntity, key, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),
  frozenCounts: () => null,
  answer: (row, counted) => presentRow(moduleResponse, { ...row, ...counted }),
  async finish() {},
  messages: {
    notFound: 'Module not found',
    cannotDelete: 'Only admin or creator can delete the module',
    cannotArchive: 'Only completed or cancelled modules can be archived',
    tooMany: `A project can have at most ${cycleOrModuleLimit} modules.`,
  },
  ownerOf: (module) => module.created_by,
  canArchive: canArchiveModule,
  checkAdding(module) {
    if (!moduleAcceptsItems(module)) throw new AppError('invalid', moduleArchivedMessage)
  },
  adding: (id) => ({ module_ids: [id] }),
  removing: ({ module_ids }, id) =>
    module_ids.includes(id) ? { module_ids: module_ids.filter((one) => one !== id) } : null,
  items: {
    areIn: (id) => sql`work_items.module_ids @> array[${id}::uuid]`,
    leave: (id) => ({ module_ids: sql`array_remove(module_ids, ${id}::uuid)` }),
    return: (id) => ({ module_ids: sql`array_append(module_ids, ${id}::uuid)` }),
    canReturn: (id) =>
      sql`cardinality(module_ids) < ${maxValuesPerItemField} and not module_ids @> array[${id}::uuid]`,
  },
}
