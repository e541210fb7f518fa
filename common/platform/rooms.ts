/**
 * Names of the rooms that receive a change. Only the server assigns sockets to rooms; a name alone gives no access.
 * The prefixes `staff` and `crew` stay, because stored changes contain them.
 * - `workspace:{id}`  every active member of the workspace
 * - `staff:{id}`      members and admins of the workspace, without guests
 * - `members:{id}`    every active member of the project, including restricted guests
 * - `crew:{id}`       members and admins of the project, without guests
 * - `project:{id}`    people who see everything in the project
 * - `creator:{project}:{user}`  one member of the project, for their own rows: a restricted guest's items, a private page or view
 * - `user:{id}`       one person
 *
 * Names joined by `+` stand for people who are in all of these rooms.
 */
export const room = {
  workspace: (id: string) => `workspace:${id}`,
  workspaceMembers: (id: string) => `staff:${id}`,
  projectMembers: (id: string) => `members:${id}`,
  projectNonGuests: (id: string) => `crew:${id}`,
  project: (id: string) => `project:${id}`,
  creator: (projectId: string, userId: string) => `creator:${projectId}:${userId}`,
  user: (id: string) => `user:${id}`,
}

const and = '+'

/** Returns the names for people who are in a room of `one` and in a room of `other`. */
export function inBoth(one: string[], other: string[]): string[] {
  const pairs = one.flatMap((a) => other.map((b) => (a === b ? a : [a, b].sort().join(and))))
  // `a` alone already includes `a+b`.
  const single = new Set(pairs.filter((name) => !name.includes(and)))
  return [...new Set(pairs)].filter((name) => single.has(name) || !roomsOf(name).some((a) => single.has(a)))
}

/** The rooms that a name in an audience combines. */
export function roomsOf(name: string): string[] {
  return name.split(and)
}
