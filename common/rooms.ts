/**
 * Who hears a change: the names of rooms. Only the server puts sockets into rooms; a name alone opens nothing.
 * - `workspace:{id}`  every active member of the workspace
 * - `staff:{id}`      members and admins of the workspace, not its guests
 * - `members:{id}`    every active member of the project, restricted guests included
 * - `project:{id}`    those who see everything in the project
 * - `creator:{project}:{user}`  a member of the project, for what is theirs in it: a restricted guest's items, a private page or view
 * - `user:{id}`       one person, whatever they belong to
 */
export const room = {
  workspace: (id: string) => `workspace:${id}`,
  workspaceMembers: (id: string) => `staff:${id}`,
  projectMembers: (id: string) => `members:${id}`,
  project: (id: string) => `project:${id}`,
  creator: (projectId: string, userId: string) => `creator:${projectId}:${userId}`,
  user: (id: string) => `user:${id}`,
}
