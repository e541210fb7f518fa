/** Maps the last part of a path of account settings in Plane to the tab in which Tandem shows these settings. */
const tabs: ReadonlyMap<string, string> = new Map([
  ['general', 'general'],
  ['preferences', 'appearance'],
  ['appearance', 'appearance'],
  ['notifications', 'notifications'],
  ['security', 'security'],
  ['api-tokens', 'api-tokens'],
])

/**
 * Paths of account settings in Plane. These paths contain no workspace. Below `/settings/profile`, the paths are listed
 * one by one, because a workspace can have the slug `settings`.
 */
export const planeAccountPaths = [
  '/profile/*',
  '/settings/account/*',
  '/settings/profile',
  ...[...tabs.keys()].map((name) => `/settings/profile/${name}`),
]

/** Returns the path in Tandem of the account settings that Plane shows at `planePath`. */
export function accountSettingsPath(slug: string | undefined, planePath: string): string {
  const name = planePath.split('/').findLast((part) => part !== '') ?? ''
  return `/${slug}/settings/profile/${tabs.get(name) ?? 'general'}`
}
