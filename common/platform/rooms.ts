/**
 * Who hears a change: the names of rooms. Only the server puts sockets into rooms; a name alone opens nothing.
 * - `workspace:{id}`  every active member of the workspace
 * - `staff:{id}`      members and admins of the workspace, not its guests
 * - `members:{id}`    every active member of the project, restricted guests included
 * - `crew:{id}`       members and admins of the project, not its guests
 * - `project:{id}`    those who see everything in the project
 * - `creator:{project}:{user}`  a member of the project, for what is theirs in it: a restricted guest's items, a private page or view
 * - `user:{id}`       one person, whatever they belong to
 *
 * Several names joined by `+` stand for those who are in every one of these rooms.
 */
export const room = {
  workspace: (id: string) => `workspace:${id}`,
  workspaceMembers: (id: string) => `staff:${id}`,
  projectMembers: (id: string) => `members:${id}`,
  projectCrew: (id: string) => `crew:${id}`,
  project: (id: string) => `project:${id}`,
  creator: (projectId: string, userId: string) => `creator:${projectId}:${userId}`,
  user: (id: string) => `user:${id}`,
}

const and = '+'

/** Those who are in a room of `one` and in a room of `other`, as names. */
export function inBoth(one: string[], other: string[]): string[] {
  const pairs = one.flatMap((a) => other.map((b) => (a === b ? a : [a, b].sort().join(and))))
  // Whoever is in `a` need not be asked whether they are in `a` and `b`.
  const single = new Set(pairs.filter((name) => !name.includes(and)))
  return [...new Set(pairs)].filter((name) => single.has(name) || !roomsOf(name).some((a) => single.has(a)))
}

/** The rooms that a name in an audience stands for. */
export function roomsOf(name: string): string[] {
  return name.split(and)
}
