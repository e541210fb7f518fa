import { gitCalls } from '#common/work/git/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  createGitConnection,
  deleteGitConnection,
  regenerateGitSecret,
  retryGitDelivery,
  updateGitConnection,
} from './commands.ts'
import { checkGitConnection } from './github-app/access.ts'
import { authorizeGithubApp, getGithubApp, returnFromGithub } from './github-app/authorize.ts'
import { connectGithubRepository } from './github-app/connect.ts'
import { listGithubInstallations, listGithubRepositories } from './github-app/installations.ts'
import { installGitWebhook } from './install-webhook.ts'
import { createGithubRepositorySync, listGithubRepositorySyncs } from './integrations.ts'
import { listGitIssues, retryGitIssue } from './issues/queries.ts'
import { listGitConnections, listGitDeliveries, listGitReferences } from './queries.ts'

export const gitFeature = defineFeature(gitCalls, {
  listGitConnections: (ctx) => listGitConnections(ctx),
  createGitConnection: (ctx, { body }) => createGitConnection(ctx, body),
  updateGitConnection: (ctx, { params, body }) => updateGitConnection(ctx, params.git_connection_id, body),
  regenerateGitSecret: (ctx, { params }) => regenerateGitSecret(ctx, params.git_connection_id),
  installGitWebhook: (ctx, { params }) => installGitWebhook(ctx, params.git_connection_id),
  deleteGitConnection: (ctx, { params }) => deleteGitConnection(ctx, params.git_connection_id),
  listGitDeliveries: (ctx, { params }) => listGitDeliveries(ctx, params.git_connection_id),
  retryGitDelivery: (ctx, { params }) =>
    retryGitDelivery(ctx, params.git_connection_id, params.git_delivery_id),
  listGitIssues: (ctx, { params }) => listGitIssues(ctx, params.git_connection_id),
  retryGitIssue: (ctx, { params }) => retryGitIssue(ctx, params.git_connection_id, params.git_issue_id),
  checkGitConnection: (ctx, { params }) => checkGitConnection(ctx, params.git_connection_id),
  getGithubApp: (ctx) => getGithubApp(ctx),
  authorizeGithubApp: (ctx, { body }) => authorizeGithubApp(ctx, body),
  listGithubInstallations: (ctx) => listGithubInstallations(ctx),
  listGithubRepositories: (ctx, { params, query }) =>
    listGithubRepositories(ctx, params.installation_id, query),
  connectGithubRepository: (ctx, { body }) => connectGithubRepository(ctx, body),
  returnFromGithub: (ctx, { query }) => returnFromGithub(ctx, query),
  listGitReferences: (ctx, { params }) => listGitReferences(ctx, params.id),
  listGithubRepositorySyncs: (ctx, { params }) => listGithubRepositorySyncs(ctx, params.integration_id),
  createGithubRepositorySync: (ctx, { params, body }) =>
    createGithubRepositorySync(ctx, params.integration_id, body),
})
