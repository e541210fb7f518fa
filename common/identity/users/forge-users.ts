import type { UserLite } from './schema.ts'

/**
 * Users that stand for the people of a forge who have no account in Tandem. They are bots with fixed ids: nobody can
 * sign in as one of them, and no workspace has them as members. The keys are the names of the Git providers.
 */
export const forgeUsers = {
  github: forgeUser('01900000-0000-7000-8000-000000000001', 'GitHub'),
  gitlab: forgeUser('01900000-0000-7000-8000-000000000002', 'GitLab'),
  gitea: forgeUser('01900000-0000-7000-8000-000000000003', 'Gitea'),
  forgejo: forgeUser('01900000-0000-7000-8000-000000000004', 'Forgejo'),
}

/** Returns the ids without the ids of forge users, who receive no notifications. */
export function withoutForgeUsers(ids: readonly string[]): string[] {
  const forges = Object.values(forgeUsers).map(({ id }) => id)
  return ids.filter((id) => !forges.includes(id))
}

function forgeUser(id: string, display_name: string): UserLite {
  const names = { display_name, first_name: display_name, last_name: '' }
  return { id, ...names, avatar_url: null, is_bot: true, is_service_account: false }
}
