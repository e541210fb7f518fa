import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, singleLineText, urlField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import {
  gitProviders,
  gitSyncDirections,
  maxGitRepositoryPathLength,
  maxGitSyncLabelLength,
  maxGitTokenLength,
  normalizeGitRepositoryPath,
  normalizeGitServerUrl,
} from './rules.ts'
import {
  gitConnection,
  gitDelivery,
  githubApp,
  githubInstallation,
  githubRepository,
  githubRepositorySync,
  gitIssue,
  gitReferenceRow,
  gitStateRules,
} from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}'
const all = `${project}/git-connections/` as const
const one = `${project}/git-connections/{git_connection_id}/` as const
const deliveries = `${one}deliveries/` as const
const issues = `${one}issues/` as const
const integration = `${project}/workspace-integrations/{integration_id}/github-repository-sync/` as const

const github = `${project}/github-app/` as const

const callbackText = z.string().max(10_000).optional()
/** Id of an installation or a repository on GitHub. */
const githubId = z.string().regex(/^\d{1,20}$/)

const repository = singleLineText(maxGitRepositoryPathLength + 10).transform((typed, context) => {
  const path = normalizeGitRepositoryPath(typed)
  if (path !== null) return path
  context.addIssue({ code: 'custom', message: 'Enter a repository such as owner/name.' })
  return z.NEVER
})
const token = emptyAsNull(singleLineText(maxGitTokenLength))
const state = emptyAsNull(id).optional()
const rules = gitStateRules
  .partial()
  .extend({ branch_state_id: state, opened_state_id: state, merged_state_id: state })
  .optional()
/** Adds the secret with which the forge signs its webhook deliveries. */
const withSecret = gitConnection.extend({ secret_key: z.string() })

/**
 * Calls for connected repositories on GitHub, GitLab, Gitea and Forgejo. Only admins of the project can
 * manage them.
 */
export const gitCalls = declareCalls('git', {
  listGitConnections: {
    summary: 'List the connected repositories of a project, newest first',
    method: 'GET',
    path: all,
    who: { project: 'admin' },
    answer: z.array(gitConnection),
  },
  createGitConnection: {
    summary: 'Connect a repository to a project. Only this response contains `secret_key`',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({
      provider: z.enum(gitProviders),
      base_url: urlField(normalizeGitServerUrl).optional(),
      repository,
      token: token.optional(),
      state_rules: rules,
    }),
    status: 201,
    answer: withSecret,
    secretAnswer: true,
    fails: ['conflict'],
  },
  updateGitConnection: {
    summary: 'Update the token, the state rules or the issue sync of a connected repository',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object({
      token: token.optional(),
      state_rules: rules,
      sync_issues: z.boolean().optional(),
      sync_direction: z.enum(gitSyncDirections).optional(),
      sync_label: singleLineText(maxGitSyncLabelLength).optional(),
    }),
    answer: gitConnection,
    // Do not store responses for idempotent retries. The request body may contain the access token, and not
    // even a hash of it may be stored.
    secretAnswer: true,
  },
  regenerateGitSecret: {
    summary: 'Replace the webhook secret of a connected repository. Only this response contains it',
    method: 'POST',
    path: `${one}regenerate-secret/`,
    who: { project: 'admin' },
    answer: withSecret,
    secretAnswer: true,
  },
  installGitWebhook: {
    summary: 'Create the webhook on the forge with the token. `last_error` says why the forge refused it',
    method: 'POST',
    path: `${one}install-webhook/`,
    who: { project: 'admin' },
    answer: gitConnection,
    transactions: 'own',
  },
  deleteGitConnection: {
    summary: 'Disconnect a repository from a project. Its references disappear from work items',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
  },
  listGitDeliveries: {
    summary: 'List the latest received webhook deliveries of a repository, newest first',
    method: 'GET',
    path: deliveries,
    who: { project: 'admin' },
    answer: z.array(gitDelivery),
  },
  retryGitDelivery: {
    summary: 'Process a received webhook delivery again',
    method: 'POST',
    path: `${deliveries}{git_delivery_id}/retry/`,
    who: { project: 'admin' },
    answer: gitDelivery,
  },
  listGitIssues: {
    summary: 'List the synchronized issues of a repository. Failures come first, then the latest',
    method: 'GET',
    path: issues,
    who: { project: 'admin' },
    answer: z.array(gitIssue),
  },
  retryGitIssue: {
    summary: 'Send the changes of a work item and its comments to the forge again',
    method: 'POST',
    path: `${issues}{git_issue_id}/retry/`,
    who: { project: 'admin' },
    answer: gitIssue,
  },
  checkGitConnection: {
    summary: 'Check whether the GitHub App can access a repository. `app_problem` contains the result',
    method: 'POST',
    path: `${one}check/`,
    who: { project: 'admin' },
    remote: true,
    answer: gitConnection,
    transactions: 'own',
  },
  getGithubApp: {
    summary: 'Get whether repositories can be connected through the GitHub App',
    method: 'GET',
    path: github,
    who: { project: 'admin' },
    answer: githubApp,
  },
  authorizeGithubApp: {
    summary: 'Start to connect with GitHub. The browser must open the returned address',
    method: 'POST',
    path: `${github}authorize/`,
    who: { project: 'admin' },
    // With `install`, GitHub shows the page on which people install the App.
    body: z.object({ install: z.boolean().default(false) }),
    answer: z.object({ url: z.string() }),
    secretAnswer: true,
    fails: ['conflict'],
    transactions: 'own',
  },
  listGithubInstallations: {
    summary: 'List the installations of the GitHub App that the person can access on GitHub',
    method: 'GET',
    path: `${github}installations/`,
    who: { project: 'admin' },
    remote: true,
    answer: z.array(githubInstallation),
    fails: ['conflict'],
    transactions: 'own',
  },
  listGithubRepositories: {
    summary: 'List the repositories of an installation that the person can access on GitHub',
    method: 'GET',
    path: `${github}installations/{installation_id}/repositories/`,
    params: z.object({ installation_id: githubId }),
    who: { project: 'admin' },
    remote: true,
    query: z.object({
      search: singleLineText(200).optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    answer: z.object({
      repositories: z.array(githubRepository),
      total: z.int(),
      next_page: z.int().nullable(),
    }),
    fails: ['conflict'],
    transactions: 'own',
  },
  connectGithubRepository: {
    summary: 'Connect a repository through the GitHub App. Repairs the connection if it exists and is broken',
    method: 'POST',
    path: `${github}repositories/`,
    who: { project: 'admin' },
    remote: true,
    body: z.object({ installation_id: githubId, repository_id: githubId }),
    status: 201,
    answer: gitConnection,
    fails: ['conflict'],
    transactions: 'own',
  },
  returnFromGithub: {
    summary: 'Complete the authorization of the GitHub App. GitHub redirects the browser here',
    method: 'GET',
    path: '/api/git/github-app/callback/',
    who: 'anyone',
    query: z.object({
      code: callbackText,
      state: callbackText,
      installation_id: callbackText,
      setup_action: callbackText,
      error: callbackText,
      error_description: callbackText,
      error_uri: callbackText,
    }),
    transactions: 'own',
    status: 302,
  },
  listGitReferences: {
    summary: 'List the branches, commits and pull requests of a work item, latest first',
    method: 'GET',
    path: `${project}/issues/{id}/git-references/`,
    who: { project: 'guest' },
    answer: z.array(gitReferenceRow),
  },
  listGithubRepositorySyncs: {
    summary: 'List the GitHub repositories of an integration',
    method: 'GET',
    path: integration,
    who: { project: 'admin' },
    answer: z.array(githubRepositorySync),
  },
  createGithubRepositorySync: {
    summary: 'Connect a GitHub repository with the token of an integration',
    method: 'POST',
    path: integration,
    who: { project: 'admin' },
    body: z.object({
      name: singleLineText(100),
      owner: singleLineText(100),
      repository_id: z.union([singleLineText(50), z.int().nonnegative().transform(String)]).optional(),
      url: urlField(normalizeGitServerUrl),
    }),
    status: 201,
    answer: githubRepositorySync,
    fails: ['conflict'],
  },
})
