import { normalizeUrl } from '../../platform/addresses.ts'

export const gitProviders = ['github', 'gitlab', 'gitea', 'forgejo'] as const
export type GitProvider = (typeof gitProviders)[number]

/** Default server URL of each provider. Users with a self-hosted server enter another URL. */
export const gitProviderCloudUrls: Record<GitProvider, string> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  gitea: 'https://gitea.com',
  forgejo: 'https://codeberg.org',
}

/** The path below `/api` to which a forge sends its webhooks, before the id of the connection. */
export const gitWebhookPath = '/api/git/webhooks/'
/** The path to which GitHub sends the events of this Tandem instance's GitHub App. */
export const githubAppWebhookPath = '/api/git/github-app/webhook/'
/** The path to which GitHub returns the browser of a person who has authorized or installed the GitHub App. */
export const githubAppCallbackPath = '/api/git/github-app/callback/'
/** The page that sends the description of a new GitHub App (a manifest) to GitHub. */
export const githubAppManifestPath = '/api/git/github-app/new/'
/** The path to which GitHub returns the browser after it has created the App. */
export const githubAppCreatedPath = '/api/git/github-app/created/'
/** The query parameter of the admin screen that states whether GitHub has created the App: `1` or `0`. */
export const githubCreatedParam = 'created'
/** Permissions that the GitHub App needs, with the names of GitHub's API. */
export const githubAppPermissions = {
  metadata: 'read',
  contents: 'read',
  issues: 'write',
  pull_requests: 'read',
} as const
/**
 * Events to which the GitHub App subscribes. GitHub sends the events about App installations to every App, so they are
 * not in the list.
 */
export const githubAppEvents = [
  'create',
  'delete',
  'push',
  'pull_request',
  'issues',
  'issue_comment',
  'repository',
] as const
/** Number of repositories on one page of the list from which an admin selects. */
export const githubRepositoriesPerPage = 30
/**
 * Name of the query parameter that contains GitHub's result when the browser returns to the project settings. Its
 * value is `connect` after a success, and otherwise the reason for the failure.
 */
export const githubReturnParam = 'github'
export const githubReturns = ['connect', 'denied', 'requested', 'foreign', 'failed'] as const
export type GithubReturn = (typeof githubReturns)[number]

/**
 * Reasons why a connection through the GitHub App does not work. `removed` means that the App has no access to
 * the repository, and `unconfigured` that this server has no App for the server of the repository.
 */
export const gitAppProblems = ['uninstalled', 'suspended', 'removed', 'unconfigured'] as const
export type GitAppProblem = (typeof gitAppProblems)[number]
export const gitAppProblemMessages: Record<GitAppProblem, string> = {
  uninstalled: 'The GitHub App is no longer installed for this repository. Connect with GitHub again.',
  suspended: 'The installation of the GitHub App is suspended. Activate it again on GitHub.',
  removed:
    'The GitHub App has no access to this repository. Add the repository to the installation on GitHub.',
  unconfigured: 'The GitHub App is not set up on this server. Ask an admin of the server.',
}
export const githubWriteAccessMessage = 'You need write access to this repository on GitHub.'

/** The prefix of every webhook secret, so that people and secret scanners can recognize a leaked secret. */
export const gitSecretPrefix = 'tandem_git_'

/** Directions in which a connection synchronizes issues with work items. */
export const gitSyncDirections = ['both', 'from_forge', 'to_forge'] as const
export type GitSyncDirection = (typeof gitSyncDirections)[number]
export const maxGitSyncLabelLength = 100
/** Maximum number of synchronized issues that the call returns. Issues with errors are returned first. */
export const maxListedGitIssues = 50

/** Maximum number of repositories that are connected to one project. */
export const gitConnectionsLimit = 25
export const maxGitRepositoryPathLength = 255
export const maxGitServerUrlLength = 500
export const maxGitTokenLength = 500
/**
 * Number of references (branches, commits and pull requests) after which only pull requests are still linked to a
 * work item.
 */
export const maxGitReferencesPerItem = 200
/** Maximum number of work items to which one branch, commit or pull request is linked. */
export const maxItemsPerGitReference = 20

/**
 * Number of days until a webhook delivery is deleted from the log. If the forge resends it later, it counts
 * as new.
 */
export const gitDeliveryRetentionDays = 30
/**
 * Maximum number of stored deliveries per connection. The next constant limits how many of them the call
 * returns.
 */
export const maxStoredGitDeliveries = 5000
export const maxListedGitDeliveries = 50
/** Maximum number of branches, commits, pull requests and issues that a listed delivery names. */
export const maxListedGitSubjects = 3

export const gitReferenceKinds = ['branch', 'commit', 'pull_request'] as const
export type GitReferenceKind = (typeof gitReferenceKinds)[number]

/**
 * States of branches, commits and pull requests. Branches are open or deleted. Commits are open, or merged if
 * they are on the default branch. Pull requests have every state except deleted.
 */
export const gitReferenceStates = ['open', 'draft', 'merged', 'closed', 'deleted'] as const
export type GitReferenceState = (typeof gitReferenceStates)[number]

export const gitDeliveryStatuses = ['pending', 'done', 'ignored', 'failed'] as const

/**
 * Normalizes the web address of a forge by removing the query and trailing slashes. Returns null if the
 * address is invalid.
 */
export function normalizeGitServerUrl(typed: string): string | null {
  const address = normalizeUrl(typed, 'https')
  if (address === null || address.length > maxGitServerUrlLength) return null
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/(?<!\/)\/+$/, '')
}

/**
 * Normalizes the path of a repository, such as `acme/web`. On GitLab, a path can have more parts, such as
 * `acme/apps/web`. Returns null if the path is invalid.
 */
export function normalizeGitRepositoryPath(typed: string): string | null {
  const path = typed
    .trim()
    .replace(/^\/+|(?<!\/)\/+$/g, '')
    .replace(/\.git$/i, '')
  const isPath = /^[\w.-]+(\/[\w.-]+)+$/.test(path) && path.length <= maxGitRepositoryPathLength
  return isPath && path.split('/').every((part) => !/^\.+$/.test(part)) ? path : null
}

/**
 * Splits the pasted web address of a repository into its parts. Returns null if the text is not such an
 * address.
 */
export function parseGitRepositoryUrl(
  typed: string,
): { base_url: string; repository: string; provider: GitProvider | null } | null {
  if (!/^https?:\/\//i.test(typed.trim())) return null
  const address = URL.parse(typed.trim())
  const repository = address && normalizeGitRepositoryPath(address.pathname.replace(/\/-\/.*$/, ''))
  if (!address || !repository) return null
  const provider = gitProviders.find((name) => gitProviderCloudUrls[name] === address.origin) ?? null
  return { base_url: address.origin, repository, provider }
}

/**
 * A work item whose key occurs in a text. `closes` is true if the text states that it completes the item,
 * such as "fixes HARB-12".
 */
export interface MentionedItem {
  number: number
  closes: boolean
}

/**
 * Finds the keys of work items with one of these project identifiers in a text. Each item number is returned
 * once.
 */
export function findMentionedItemKeys(text: string, identifiers: readonly string[]): MentionedItem[] {
  const names = identifiers.map((name) => name.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')
  if (names === '') return []
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})-(\\d{1,9})(?![\\p{L}\\p{N}])`, 'giu')
  const found = new Map<number, boolean>()
  let last = { end: 0, closes: false }
  for (const match of text.matchAll(pattern)) {
    const between = text.slice(last.end, match.index)
    const isListed = last.closes && listSeparator.test(between)
    const closes = isListed || closingWords.test(between)
    const number = Number(match[1])
    found.set(number, closes || found.get(number) === true)
    last = { end: match.index + match[0].length, closes }
  }
  return [...found].map(([number, closes]) => ({ number, closes }))
}

/**
 * Matches the text between two keys of a list, such as ", " or " and ". Separators after "and" are allowed only
 * together with "and". Otherwise, the pattern would contain two adjacent runs of separators, and matching a
 * long text of an attacker would take quadratic time.
 */
const listSeparator = /^[\s,&]*(?:and[\s,&]*)?$/i

/**
 * Words that complete a work item if they are directly before its key, such as "fixes". GitHub and GitLab complete
 * issues by the same words.
 */
const closingWords =
  /(?:^|[^\p{L}])(?:fix(?:es|ed|ing)?|clos(?:e|es|ed|ing)|resolv(?:e|es|ed|ing)|complet(?:e|es|ed|ing)|implement(?:s|ed|ing)?)[\s:]+[#[(]?$/iu
