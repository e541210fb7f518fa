import { z } from 'zod'
import { type CallerRequirement, declareCalls } from '../../platform/call.ts'
import { workItemListResponse } from '../listing/schema.ts'
import { newView, viewAccess, viewChange, viewListingQuery, viewResponse } from './schema.ts'

const ofProject = viewCallsIn({
  all: '/api/workspaces/{slug}/projects/{project_id}/views/',
  where: 'of a project',
  readers: { project: 'guest' },
  makers: { project: 'member' },
  owner: { project: 'guest', onlyOwn: true },
  managers: { project: 'admin', orOwn: true },
  publishers: { project: 'admin', onlyOwn: true },
})

const ofWorkspace = viewCallsIn({
  all: '/api/workspaces/{slug}/views/',
  where: 'of the workspace',
  readers: { workspace: 'guest' },
  makers: { workspace: 'member' },
  owner: { workspace: 'guest', onlyOwn: true },
  managers: { workspace: 'admin', orOwn: true },
  publishers: { workspace: 'member', onlyOwn: true },
})

const ofTeamspace = viewCallsIn({
  all: '/api/workspaces/{slug}/teamspaces/{teamspace_id}/views/',
  where: 'of a teamspace',
  readers: { workspace: 'member' },
  makers: { workspace: 'member' },
  owner: { workspace: 'member', onlyOwn: true },
  managers: { workspace: 'admin', orOwn: true },
  publishers: { workspace: 'member', onlyOwn: true },
})

export const viewCalls = {
  listViews: ofProject.list,
  createView: ofProject.create,
  getView: ofProject.get,
  updateView: ofProject.update,
  setViewAccess: ofProject.setAccess,
  lockView: ofProject.lock,
  unlockView: ofProject.unlock,
  deleteView: ofProject.delete,
  restoreView: ofProject.restore,
  publishView: ofProject.publish,
  unpublishView: ofProject.unpublish,
  listViewWorkItems: ofProject.listWorkItems,
}

export const workspaceViewCalls = {
  listWorkspaceViews: ofWorkspace.list,
  createWorkspaceView: ofWorkspace.create,
  getWorkspaceView: ofWorkspace.get,
  updateWorkspaceView: ofWorkspace.update,
  setWorkspaceViewAccess: ofWorkspace.setAccess,
  lockWorkspaceView: ofWorkspace.lock,
  unlockWorkspaceView: ofWorkspace.unlock,
  deleteWorkspaceView: ofWorkspace.delete,
  restoreWorkspaceView: ofWorkspace.restore,
  publishWorkspaceView: ofWorkspace.publish,
  unpublishWorkspaceView: ofWorkspace.unpublish,
  listWorkspaceViewWorkItems: ofWorkspace.listWorkItems,
}

/** Only an admin of all projects of a teamspace can publish its views. */
export const teamspaceViewCalls = {
  listTeamspaceViews: ofTeamspace.list,
  createTeamspaceView: ofTeamspace.create,
  getTeamspaceView: ofTeamspace.get,
  updateTeamspaceView: ofTeamspace.update,
  setTeamspaceViewAccess: ofTeamspace.setAccess,
  lockTeamspaceView: ofTeamspace.lock,
  unlockTeamspaceView: ofTeamspace.unlock,
  deleteTeamspaceView: ofTeamspace.delete,
  restoreTeamspaceView: ofTeamspace.restore,
  publishTeamspaceView: ofTeamspace.publish,
  unpublishTeamspaceView: ofTeamspace.unpublish,
  listTeamspaceViewWorkItems: ofTeamspace.listWorkItems,
}

interface ViewsContainer<Path extends string, Access extends CallerRequirement> {
  all: Path
  /** End of the summary of each call in the API documentation, such as `of a project`. */
  where: string
  readers: Access
  makers: Access
  owner: Access
  managers: Access
  publishers: Access
}

/** Declares the calls for views. A private view is treated as not found for everybody except its owner. */
function viewCallsIn<const Path extends string, const Access extends CallerRequirement>(
  container: ViewsContainer<Path, Access>,
) {
  return { ...viewRowCalls(container), ...viewPublishingCalls(container) }
}

function viewRowCalls<const Path extends string, const Access extends CallerRequirement>({
  all,
  where,
  readers,
  makers,
  owner,
  managers,
}: Omit<ViewsContainer<Path, Access>, 'publishers'>) {
  const one = `${all}{view_id}/` as const
  return declareCalls('views', {
    list: {
      summary: `List the views ${where} by name`,
      method: 'GET',
      path: all,
      who: readers,
      answer: z.array(viewResponse),
    },
    create: {
      summary: `Create a view ${where}`,
      method: 'POST',
      path: all,
      who: makers,
      body: newView,
      status: 201,
      answer: viewResponse,
      fails: ['conflict'],
    },
    get: {
      summary: `Get a view ${where}`,
      method: 'GET',
      path: one,
      who: readers,
      answer: viewResponse,
    },
    update: {
      summary: `Update a view ${where}`,
      method: 'PATCH',
      path: one,
      who: owner,
      body: viewChange,
      answer: viewResponse,
    },
    setAccess: {
      summary: `Share a view ${where} or make it private`,
      method: 'POST',
      path: `${one}access/`,
      who: owner,
      body: z.object({ access: viewAccess }),
      answer: viewResponse,
    },
    lock: {
      summary: `Lock a view ${where} against edits`,
      method: 'POST',
      path: `${one}lock/`,
      who: owner,
      answer: viewResponse,
    },
    unlock: {
      summary: `Unlock a view ${where}`,
      method: 'DELETE',
      path: `${one}lock/`,
      who: owner,
      answer: viewResponse,
    },
    delete: {
      summary: `Move a view ${where} to the trash`,
      method: 'DELETE',
      path: one,
      who: managers,
    },
    restore: {
      summary: `Restore a view ${where} from the trash`,
      method: 'POST',
      path: `${one}restore/`,
      who: managers,
      answer: viewResponse,
    },
    listWorkItems: {
      summary: `List the work items of a view ${where}. The query overrides its settings`,
      method: 'GET',
      path: `${one}issues/`,
      who: readers,
      query: viewListingQuery,
      answer: workItemListResponse,
    },
  })
}

function viewPublishingCalls<const Path extends string, const Access extends CallerRequirement>({
  all,
  where,
  managers,
  publishers,
}: ViewsContainer<Path, Access>) {
  const one = `${all}{view_id}/` as const
  return declareCalls('views', {
    publish: {
      summary: `Publish a shared view ${where}. It shows only projects that you administer`,
      method: 'POST',
      path: `${one}publish/`,
      who: publishers,
      /**
       * To undo that a view was unpublished, the client sends the secret part of the former public link, so that
       * the link works again.
       */
      body: z.object({
        former_anchor: z
          .string()
          .regex(/^[0-9a-f]{32}$/, 'An anchor must be 32 hexadecimal digits.')
          .optional(),
      }),
      answer: viewResponse,
    },
    unpublish: {
      summary: `Unpublish a view ${where}. Its public link stops working`,
      method: 'DELETE',
      path: `${one}publish/`,
      who: managers,
      archivedProject: 'allowed',
      answer: viewResponse,
    },
  })
}
