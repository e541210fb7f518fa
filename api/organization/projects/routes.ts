import { projectCalls } from '#common/organization/projects/calls.ts'
import { projectMemberCalls } from '#common/organization/projects/member-calls.ts'
import { ownProjectCalls } from '#common/organization/projects/own-calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { addFavoriteFlag, addFavoriteFlags } from '../favorites/queries.ts'
import { archiveProject, createProject, deleteProject, restoreProject, updateProject } from './commands.ts'
import { listDeletedProjects, restoreDeletedProject } from './deleted.ts'
import { listFormerIdentifiers, releaseIdentifier } from './identifiers.ts'
import { joinProjects } from './join.ts'
import {
  addProjectMembers,
  getOwnProjectMembership,
  getProjectMember,
  leaveProject,
  listProjectMembers,
  listProjectMemberships,
  removeProjectMember,
  updateProjectMember,
} from './members.ts'
import { getLastVisitedWorkspace, getOwnProjectRoles } from './own-projects.ts'
import { checkProjectIdentifier, getProject, listProjectDetails, listProjects } from './queries.ts'

export const projectsFeature = defineFeature(projectCalls, {
  listProjects: async (ctx) => addFavoriteFlags(ctx, 'project', await listProjects(ctx)),
  listProjectDetails: async (ctx) => addFavoriteFlags(ctx, 'project', await listProjectDetails(ctx)),
  createProject: async (ctx, { body }) => addFavoriteFlag(ctx, 'project', await createProject(ctx, body)),
  getProject: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'project', await getProject(ctx, params.project_id)),
  updateProject: async (ctx, { body }) => addFavoriteFlag(ctx, 'project', await updateProject(ctx, body)),
  deleteProject: (ctx) => deleteProject(ctx),
  listDeletedProjects: (ctx) => listDeletedProjects(ctx),
  restoreDeletedProject: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'project', await restoreDeletedProject(ctx, params.id)),
  archiveProject: (ctx) => archiveProject(ctx),
  restoreProject: (ctx) => restoreProject(ctx),
  checkProjectIdentifier: (ctx, { query }) => checkProjectIdentifier(ctx, query.name),
  listFormerIdentifiers: (ctx) => listFormerIdentifiers(ctx),
  releaseIdentifier: (ctx, { body }) => releaseIdentifier(ctx, body.identifier),
})

export const projectMembersFeature = defineFeature(projectMemberCalls, {
  listProjectMemberships: (ctx) => listProjectMemberships(ctx),
  listProjectMembers: (ctx) => listProjectMembers(ctx),
  addProjectMembers: (ctx, { body }) => addProjectMembers(ctx, body.members),
  getProjectMember: (ctx, { params }) => getProjectMember(ctx, params.member_id),
  updateProjectMember: (ctx, { params, body }) => updateProjectMember(ctx, params.member_id, body.role),
  removeProjectMember: (ctx, { params }) => removeProjectMember(ctx, params.member_id),
  leaveProject: (ctx) => leaveProject(ctx),
  getOwnProjectMembership: (ctx) => getOwnProjectMembership(ctx),
})

export const ownProjectsFeature = defineFeature(ownProjectCalls, {
  getLastVisitedWorkspace: (ctx) => getLastVisitedWorkspace(ctx),
  getProjectRoles: (ctx) => getOwnProjectRoles(ctx),
  joinProjects: (ctx, { body }) => joinProjects(ctx, body.project_ids),
})
