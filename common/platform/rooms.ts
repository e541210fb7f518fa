/**
 * The rooms that receive changes. Only the server adds sockets to rooms, so knowing a name gives no access.
 * - `workspace:{id}`  all active members of the workspace
 * - `staff:{id}`      members and admins of the workspace, without guests
 * - `admins:{id}`    admins of the workspace
 * - `members:{id}`    all active members of the project, including restricted guests
 * - `crew:{id}`       members and admins of the project, without guests
 * - `project:{id}`    all users who see everything in the project
 * - `creator:{project}:{user}`  a project member, for their own restricted items and private pages and views
 * - `user:{id}`       one user
 *
 * Names joined by `+` address the sockets that are in all of these rooms. Stored changes contain the names.
 */
export const roomNames = {
  workspace: (id: string) => `workspace:${id}`,
  workspaceNonGuests: (id: string) => `staff:${id}`,
  workspaceAdmins: (id: string) => `admins:${id}`,
  projectMembers: (id: string) => `members:${id}`,
  projectNonGuests: (id: string) => `crew:${id}`,
  project: (id: string) => `project:${id}`,
  creator: (projectId: string, userId: string) => `creator:${projectId}:${userId}`,
  user: (id: string) => `user:${id}`,
}

const and = '+'

/** Returns room names for sockets that are in a room of `one` and in a room of `other`. */
export function combineRooms(one: string[], other: string[]): string[] {
  const pairs = one.flatMap((a) => other.map((b) => (a === b ? a : [a, b].sort().join(and))))
  // Remove `a+b` if the result contains `a`, because every socket in `a+b` is also in `a`.
  const single = new Set(pairs.filter((name) => !name.includes(and)))
  return [...new Set(pairs)].filter(
    (name) => single.has(name) || !splitCombinedRoomName(name).some((a) => single.has(a)),
  )
}

/** Returns the rooms that a name in an audience combines. */
export function splitCombinedRoomName(name: string): string[] {
  return name.split(and)
}
