/** Account settings of Plane by the last part of their path, with the tab of Tandem that contains them. */
const tabs: ReadonlyMap<string, string> = new Map([
  ['general', 'general'],
  ['preferences', 'appearance'],
  ['appearance', 'appearance'],
  ['notifications', 'notifications'],
  ['security', 'security'],
  ['api-tokens', 'api-tokens'],
])

/**
 * Paths of account settings in Plane, which belong to no workspace. Below `/settings/profile`, the paths are
 * listed one by one, because a workspace can have the slug `settings`.
 */
export const planeAccountPaths = [
  '/profile/*',
  '/settings/account/*',
  '/settings/profile',
  ...[...tabs.keys()].map((name) => `/settings/profile/${name}`),
]

/** Returns the path of the account settings that an address of Plane shows. */
export function accountSettingsPath(slug: string | undefined, planePath: string): string {
  const name = planePath.split('/').findLast((part) => part !== '') ?? ''
  return `/${slug}/settings/profile/${tabs.get(name) ?? 'general'}`
}
