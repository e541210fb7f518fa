import {
  type CreateOptions,
  type EntityData,
  type EntityName,
  EntityManager as PostgresEntityManager,
  type RequiredEntityData,
} from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'

/**
 * Ensures that `create` never updates a row. Clients choose ids, and MikroORM treats `create` with the id of
 * a loaded row as an update of that row, without any checks. The database rejects ids of rows that are not
 * loaded, so an existing id fails in both cases.
 */
export class EntityManager extends PostgresEntityManager {
  override create<Entity extends object>(
    entityName: EntityName<Entity>,
    data: RequiredEntityData<Entity> | EntityData<Entity>,
    options?: CreateOptions<boolean>,
  ): Entity {
    const id = 'id' in data ? data.id : undefined
    if (typeof id === 'string' && this.#knows(entityName, id))
      throw new AppError('conflict', 'The payload is not valid')
    return super.create(entityName, data as never, options as never)
  }

  /** Returns true if the row is loaded or about to be inserted. */
  #knows<Entity extends object>(entityName: EntityName<Entity>, id: string): boolean {
    const unit = this.getUnitOfWork()
    if (unit.getById(entityName, id as never) !== undefined) return true
    const { class: entityClass } = this.getMetadata(entityName)
    for (const waiting of unit.getPersistStack())
      if (waiting instanceof entityClass && 'id' in waiting && waiting.id === id) return true
    return false
  }
}
