import {
  type CreateOptions,
  type EntityData,
  type EntityName,
  EntityManager as PostgresEntityManager,
  type RequiredEntityData,
} from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'

/**
 * Makes new rows alone. Clients name the ids of what they make, and MikroORM takes one that is loaded already for another word on that row, whose
 * fields it would then write over, past every rule; one that is not loaded is refused by the table. So both are refused alike.
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

  /** Loaded, or about to be made. */
  #knows<Entity extends object>(entityName: EntityName<Entity>, id: string): boolean {
    const unit = this.getUnitOfWork()
    if (unit.getById(entityName, id as never) !== undefined) return true
    const { class: made } = this.getMetadata(entityName)
    for (const waiting of unit.getPersistStack())
      if (waiting instanceof made && 'id' in waiting && waiting.id === id) return true
    return false
  }
}
