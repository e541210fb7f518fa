import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import {
  gitAppProblems,
  gitDeliveryStatuses,
  gitProviders,
  gitReferenceKinds,
  gitReferenceStates,
  gitSyncDirections,
} from './rules.ts'

/**
 * Ids of the states to which items move on Git events. Null means that the event does not change the state.
 */
export const gitStateRules = z.object({
  branch_state_id: id.nullable(),
  opened_state_id: id.nullable(),
  merged_state_id: id.nullable(),
  /** True if an item returns to its former state when its pull request is closed without being merged. */
  returns_when_closed: z.boolean(),
})
export type GitStateRules = z.infer<typeof gitStateRules>

/** A repository that is connected to a project. Its token and its secret are never returned. */
export const gitConnection = z.object({
  id,
  workspace_id: id,
  project_id: id,
  provider: z.enum(gitProviders),
  /** Web address of the forge, such as `https://github.com`. */
  base_url: z.string(),
  /** Path of the repository, such as `acme/web`. */
  repository: z.string(),
  has_token: z.boolean(),
  /** True if the repository is connected through the GitHub App, which needs neither a token nor a webhook. */
  uses_app: z.boolean(),
  /** Reason why the GitHub App cannot access the repository. Null if there is no problem. */
  app_problem: z.enum(gitAppProblems).nullable(),
  /** The URL to which the forge sends its webhooks. */
  webhook_url: z.string(),
  state_rules: gitStateRules,
  /** True if issues of the repository are synchronized with work items. */
  sync_issues: z.boolean(),
  sync_direction: z.enum(gitSyncDirections),
  /** Name of a label on the forge. Only issues with this label become work items. */
  sync_label: z.string(),
  /** Time at which the last webhook delivery arrived. */
  last_event_at: isoTimestamp.nullable(),
  /** Reason why the last request to the forge failed. Null after a success. */
  last_error: z.string().nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
})
export type GitConnection = z.infer<typeof gitConnection>

/** The GitHub App of this Tandem instance, as project admins see it. */
export const githubApp = z.object({
  is_configured: z.boolean(),
  /** Web address of the GitHub server. */
  base_url: z.string(),
  /** True if the caller has authorized the App for this project, and the authorization has not expired. */
  is_authorized: z.boolean(),
})
export type GithubApp = z.infer<typeof githubApp>

/** An installation of the GitHub App that the caller can access on GitHub. */
export const githubInstallation = z.object({
  /** Id of the installation on GitHub. */
  id: z.string(),
  /** Name of the organization or user. */
  account: z.string(),
  /** Page on GitHub on which an owner selects the repositories of the installation. */
  url: z.string(),
  is_suspended: z.boolean(),
})
export type GithubInstallation = z.infer<typeof githubInstallation>

/** A repository of an installation. */
export const githubRepository = z.object({
  /** Id of the repository on GitHub. */
  id: z.string(),
  repository: z.string(),
  is_private: z.boolean(),
  /** False if the caller has no write access to the repository on GitHub. */
  can_connect: z.boolean(),
  is_connected: z.boolean(),
})
export type GithubRepository = z.infer<typeof githubRepository>

/** A received webhook delivery. */
export const gitDelivery = z.object({
  id,
  connection_id: id,
  /** Id that the forge assigned to the delivery. A delivery with an id that is already stored is ignored. */
  delivery_id: z.string(),
  event: z.string(),
  /**
   * Names of the first branches, commits, pull requests and issues in the delivery, such as `main`, `1a2b3c4` and
   * `#12`.
   */
  subjects: z.array(z.string()),
  status: z.enum(gitDeliveryStatuses),
  error: z.string().nullable(),
  /**
   * Number of references that the delivery created or changed. `moved_count` is the number of items that it
   * moved to another state.
   */
  linked_count: z.int(),
  moved_count: z.int(),
  attempts: z.int(),
  /**
   * False while the delivery waits to be processed, or if it contained nothing to process. In these cases,
   * only the forge can send it again.
   */
  can_retry: z.boolean(),
  created_at: isoTimestamp,
  processed_at: isoTimestamp.nullable(),
})
export type GitDelivery = z.infer<typeof gitDelivery>

/** An issue of a repository that is synchronized with a work item. */
export const gitIssue = z.object({
  id,
  connection_id: id,
  /** Id and key of the work item. */
  issue_id: id,
  key: z.string(),
  /** Number of the issue on the forge. */
  number: z.int(),
  url: z.string(),
  /** Reason why the last request to the forge failed. Null after a success. */
  error: z.string().nullable(),
  synced_at: isoTimestamp,
})
export type GitIssue = z.infer<typeof gitIssue>

/** A branch, commit or pull request that names a work item. */
export const gitReferenceRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  provider: z.enum(gitProviders),
  repository: z.string(),
  kind: z.enum(gitReferenceKinds),
  /** Name of the branch, hash of the commit or number of the pull request. */
  key: z.string(),
  title: z.string(),
  url: z.string(),
  state: z.enum(gitReferenceStates),
  /** The name of the author on the forge. */
  author: z.string().nullable(),
  /** Time of the last change on the forge. */
  changed_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type GitReferenceRow = z.infer<typeof gitReferenceRow>

/** A connected GitHub repository in the format that clients of Plane expect. */
export const githubRepositorySync = z.object({
  id,
  repo_detail: z.object({
    id,
    name: z.string(),
    owner: z.string(),
    url: z.string(),
    repository_id: z.string().nullable(),
    config: z.object({}),
    project: id,
    workspace: id,
  }),
  repository: id,
  credentials: z.object({}),
  actor: id.nullable(),
  label: z.null(),
  workspace_integration: id,
  project: id,
  workspace: id,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type GithubRepositorySync = z.infer<typeof githubRepositorySync>
