import type { ProjectContext } from '../context.ts'

/** The caller as the rules of pages see them. */
export function actorOf({ user, project }: ProjectContext) {
  return { user_id: user.id, role: project.role, sees_all: project.sees_all }
}
