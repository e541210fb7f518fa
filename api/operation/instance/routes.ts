import { instanceAdminCalls } from '#common/operation/instance/admin-calls.ts'
import { instanceCalls } from '#common/operation/instance/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { listProviderProblems } from '../../identity/sign-in/providers/problems.ts'
import { checkWorkspaceSlug, createWorkspace } from '../../organization/workspaces/commands.ts'
import {
  getInstanceAdminSession,
  signInInstanceAdmin,
  signOutInstanceAdmin,
  signUpInstanceAdmin,
  visitSignUpScreen,
} from './admin-sign-in.ts'
import { addInstanceAdmin, getInstanceAdminMe, listInstanceAdmins, removeInstanceAdmin } from './admins.ts'
import { disableEmail, listConfigurations, updateConfigurations } from './configurations.ts'
import { createGithubApp, returnFromGithubAppCreation } from './github-app.ts'
import { getInstanceHealth } from './health.ts'
import { listInstanceJobs, retryFailedJob } from './jobs.ts'
import { listInstancePeople, resetInstancePersonFactor, updateInstancePerson } from './people.ts'
import {
  createInstancePerson,
  endInstancePersonSessions,
  setInstancePersonPassword,
  verifyInstancePerson,
} from './person-access.ts'
import { getInstance, updateInstance } from './queries.ts'
import { listReleaseNotes } from './release-notes.ts'
import { testEmail } from './test-email.ts'
import { listInstanceWorkspaces } from './workspaces.ts'

export const instanceAdminFeature = defineFeature(instanceAdminCalls, {
  getInstanceAdminSession: (ctx) => getInstanceAdminSession(ctx),
  signInInstanceAdmin: (ctx, { body }) => signInInstanceAdmin(ctx, body),
  signUpInstanceAdmin: (ctx, { body }) => signUpInstanceAdmin(ctx, body),
  signOutInstanceAdmin: (ctx) => signOutInstanceAdmin(ctx),
  visitSignUpScreen: (ctx) => visitSignUpScreen(ctx),
})

export const instanceFeature = defineFeature(instanceCalls, {
  listReleaseNotes: () => listReleaseNotes(),
  getInstance: (ctx) => getInstance(ctx),
  updateInstance: (ctx, { body }) => updateInstance(ctx, body),
  listConfigurations: (ctx) => listConfigurations(ctx),
  updateConfigurations: (ctx, { body }) => updateConfigurations(ctx, body),
  createGithubApp: (ctx, { body }) => createGithubApp(ctx, body),
  returnFromGithubAppCreation: (ctx, { query }) => returnFromGithubAppCreation(ctx, query),
  disableEmail: (ctx) => disableEmail(ctx),
  testEmail: (ctx, { body }) => testEmail(ctx, body.receiver_email),
  listInstanceAdmins: (ctx) => listInstanceAdmins(ctx),
  addInstanceAdmin: (ctx, { body }) => addInstanceAdmin(ctx, body.email),
  removeInstanceAdmin: (ctx, { params }) => removeInstanceAdmin(ctx, params.instance_admin_id),
  getInstanceAdminMe: (ctx) => getInstanceAdminMe(ctx),
  listInstanceWorkspaces: (ctx, { query }) => listInstanceWorkspaces(ctx, query),
  listInstancePeople: (ctx, { query }) => listInstancePeople(ctx, query),
  updateInstancePerson: (ctx, { params, body }) => updateInstancePerson(ctx, params.user_id, body.is_active),
  resetInstancePersonFactor: (ctx, { params }) => resetInstancePersonFactor(ctx, params.user_id),
  createInstancePerson: (ctx, { body }) => createInstancePerson(ctx, body),
  verifyInstancePerson: (ctx, { params }) => verifyInstancePerson(ctx, params.user_id),
  setInstancePersonPassword: (ctx, { params, body }) =>
    setInstancePersonPassword(ctx, params.user_id, body.password),
  endInstancePersonSessions: (ctx, { params }) => endInstancePersonSessions(ctx, params.user_id),
  listProviderProblems: (ctx) => listProviderProblems(ctx),
  listInstanceJobs: (ctx) => listInstanceJobs(ctx),
  retryFailedJob: (ctx, { params }) => retryFailedJob(ctx, params.job_id),
  getInstanceHealth: (ctx) => getInstanceHealth(ctx),
  createInstanceWorkspace: (ctx, { body }) => createWorkspace(ctx, body),
  checkInstanceWorkspaceSlug: (ctx, { query }) => checkWorkspaceSlug(ctx, query.slug),
})
