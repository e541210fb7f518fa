import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import {
  type GitAppProblem,
  gitDeliveryStatuses,
  gitProviders,
  gitReferenceKinds,
  gitReferenceStates,
  gitSyncDirections,
} from '#common/work/git/rules.ts'
import type { GitStateRules } from '#common/work/git/schema.ts'
import { auditedColumns } from '../../platform/db/columns.ts'
import type { ParsedGitDelivery } from './facts.ts'

const { id, created_at, updated_at } = auditedColumns

/** A connected repository. Token and secret are encrypted instead of hashed, because requests need them. */
export const GitConnectionEntity = defineEntity({
  name: 'GitConnection',
  tableName: 'git_connections',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    provider: p.enum(gitProviders),
    base_url: p.string(),
    repository: p.string(),
    /**
     * Id of the repository on the forge. Tandem uses it for connections through the GitHub App. For other
     * connections, only clients of the Plane API send and read it.
     */
    external_id: p.string().strictNullable(),
    /** The connection from which the token was copied, if the repository was added through an integration. */
    source_id: p.uuid().strictNullable(),
    /** The installation of the GitHub App on GitHub. Is null if the connection does not use the App. */
    installation_id: p.text().strictNullable(),
    app_problem: p.text().$type<Exclude<GitAppProblem, 'unconfigured'>>().strictNullable(),
    sealed_token: p.text().strictNullable(),
    sealed_secret: p.text(),
    state_rules: p.json<GitStateRules>(),
    sync_issues: p.boolean().default(false),
    sync_direction: p.enum(gitSyncDirections).default('both'),
    sync_label: p.text().default(''),
    /** Reason why the last request to the forge failed. Is null after a success. */
    last_error: p.text().strictNullable(),
  },
})
export type GitConnectionRow = InferEntity<typeof GitConnectionEntity>

/**
 * A received webhook delivery with the updates that were parsed from it. The payload itself is not stored.
 */
export const GitDeliveryEntity = defineEntity({
  name: 'GitDelivery',
  tableName: 'git_deliveries',
  properties: {
    id,
    created_at,
    connection_id: p.uuid(),
    delivery_id: p.string(),
    event: p.string(),
    /** Id of the account on the forge that caused the event. Is null if the forge sent none. */
    sender_id: p.text().strictNullable(),
    facts: p.json<ParsedGitDelivery['facts']>(),
    status: p.enum(gitDeliveryStatuses),
    error: p.text().strictNullable(),
    linked_count: p.integer().default(0),
    moved_count: p.integer().default(0),
    attempts: p.integer().default(0),
    processed_at: p.datetime().strictNullable(),
  },
})
export type GitDeliveryRow = InferEntity<typeof GitDeliveryEntity>

export const GitReferenceEntity = defineEntity({
  name: 'GitReference',
  tableName: 'git_references',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    connection_id: p.uuid(),
    provider: p.enum(gitProviders),
    repository: p.string(),
    kind: p.enum(gitReferenceKinds),
    key: p.string(),
    title: p.string(),
    url: p.string(),
    state: p.enum(gitReferenceStates),
    author: p.string().strictNullable(),
    changed_at: p.datetime().strictNullable(),
    /**
     * Is false for a pull request of a person who cannot write to the repository. Such a pull request is linked to
     * items but does not change their states. This column is not part of any response.
     */
    is_trusted: p.boolean().default(true),
    /**
     * The state in which the item was before the pull request was opened, and the state to which the pull
     * request moved it.
     */
    previous_state_id: p.uuid().strictNullable(),
    entered_state_id: p.uuid().strictNullable(),
    /**
     * Id of the user who created the item. Guests without access to the whole project receive only references
     * of items that they created. This column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
  },
})
export type GitReference = InferEntity<typeof GitReferenceEntity>

/**
 * A person who connects a project with GitHub. While the person is on GitHub, the row contains the hash of the
 * state parameter. Afterwards, it contains the person's token for a short time. With this token, Tandem
 * requests from GitHub the list of repositories that the person can access.
 */
export const GithubAuthorizationEntity = defineEntity({
  name: 'GithubAuthorization',
  tableName: 'github_authorizations',
  properties: {
    id,
    created_at,
    user_id: p.uuid(),
    /**
     * The workspace that the person connects with GitHub. Is null while an instance admin creates the GitHub
     * App.
     */
    workspace_id: p.uuid().strictNullable(),
    project_id: p.uuid().strictNullable(),
    state_hash: p.text().strictNullable(),
    sealed_token: p.text().strictNullable(),
    expires_at: p.datetime(),
  },
})
