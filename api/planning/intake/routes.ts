import { intakeCalls, planeIntakeCalls } from '#common/planning/intake/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createIntakeItem, deleteIntakeItem, updateIntakeItem } from './commands.ts'
import { getIntake, listIntakes } from './intakes.ts'
import { getIntakeItem, getIntakeVersion, listIntakeItems, listIntakeVersions } from './queries.ts'

export const intakeFeature = defineFeature(intakeCalls, {
  listInboxIssues: (ctx, { query }) => listIntakeItems(ctx, query),
  createInboxIssue: (ctx, { body }) => createIntakeItem(ctx, body),
  getInboxIssue: (ctx, { params }) => getIntakeItem(ctx, params.inbox_issue_id),
  updateInboxIssue: (ctx, { params, body }) => updateIntakeItem(ctx, params.inbox_issue_id, body),
  deleteInboxIssue: (ctx, { params }) => deleteIntakeItem(ctx, params.inbox_issue_id),
  listIntakeVersions: (ctx, { params, query }) => listIntakeVersions(ctx, params.id, query),
  getIntakeVersion: (ctx, { params, query }) => getIntakeVersion(ctx, params.id, params.version_id, query),
})

export const planeIntakeFeature = defineFeature(planeIntakeCalls, {
  listIntakes: (ctx) => listIntakes(ctx),
  getIntake: (ctx, { params }) => getIntake(ctx, params.intake_id),
  listInboxes: (ctx) => listIntakes(ctx),
  getInbox: (ctx, { params }) => getIntake(ctx, params.intake_id),
  listIntakeIssues: (ctx, { query }) => listIntakeItems(ctx, query),
  createIntakeIssue: (ctx, { body }) => createIntakeItem(ctx, body),
  getIntakeIssue: (ctx, { params }) => getIntakeItem(ctx, params.inbox_issue_id),
  updateIntakeIssue: (ctx, { params, body }) => updateIntakeItem(ctx, params.inbox_issue_id, body),
  deleteIntakeIssue: (ctx, { params }) => deleteIntakeItem(ctx, params.inbox_issue_id),
})
