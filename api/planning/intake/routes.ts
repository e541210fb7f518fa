import { intakeAliasCalls, intakeCalls } from '#common/planning/intake/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createInboxIssue, deleteInboxIssue, updateInboxIssue } from './commands.ts'
import { getIntake, listIntakes } from './intakes.ts'
import { getInboxIssue, getIntakeVersion, listInboxIssues, listIntakeVersions } from './queries.ts'

export const intakeFeature = defineFeature(intakeCalls, {
  listInboxIssues: (ctx, { query }) => listInboxIssues(ctx, query),
  createInboxIssue: (ctx, { body }) => createInboxIssue(ctx, body),
  getInboxIssue: (ctx, { params }) => getInboxIssue(ctx, params.inbox_issue_id),
  updateInboxIssue: (ctx, { params, body }) => updateInboxIssue(ctx, params.inbox_issue_id, body),
  deleteInboxIssue: (ctx, { params }) => deleteInboxIssue(ctx, params.inbox_issue_id),
  listIntakeVersions: (ctx, { params, query }) => listIntakeVersions(ctx, params.id, query),
  getIntakeVersion: (ctx, { params, query }) => getIntakeVersion(ctx, params.id, params.version_id, query),
})

export const intakeAliasFeature = defineFeature(intakeAliasCalls, {
  listIntakes: (ctx) => listIntakes(ctx),
  getIntake: (ctx, { params }) => getIntake(ctx, params.intake_id),
  listInboxes: (ctx) => listIntakes(ctx),
  getInbox: (ctx, { params }) => getIntake(ctx, params.intake_id),
  listIntakeIssues: (ctx, { query }) => listInboxIssues(ctx, query),
  createIntakeIssue: (ctx, { body }) => createInboxIssue(ctx, body),
  getIntakeIssue: (ctx, { params }) => getInboxIssue(ctx, params.inbox_issue_id),
  updateIntakeIssue: (ctx, { params, body }) => updateInboxIssue(ctx, params.inbox_issue_id, body),
  deleteIntakeIssue: (ctx, { params }) => deleteInboxIssue(ctx, params.inbox_issue_id),
})
