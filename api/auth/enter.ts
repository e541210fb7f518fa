import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../context.ts'
import type { User } from '../users/entity.ts'
import { welcome } from './redirects.ts'
import { type Medium, startSession } from './sessions.ts'
export async function enter(ctx: Context, em: EntityManager, user: User, medium: Medium) {
  await startSession(ctx, em, user, medium)
  return { user_id: user.id }
}
export async function entered(ctx: Context, way: { user_id: string }, next_path: string | undefined) {
  return welcome(ctx.em, way.user_id, next_path)
}
