import { role, roles } from '#common/platform/roles.ts'
import {
  createCallOperation,
  type Operation,
  type OperationContext,
  type OperationFactory,
  type OperationTarget,
  pickRandom,
} from './operations.ts'
import { createEmptySeededProject, type PersonName, personNames } from './people.ts'

/** Operations that change access. They never change the owner of a workspace. */
export const weightedAccessOperations: [number, OperationFactory][] = [
  [5, (scene) => adding(scene)],
  [3, (scene) => onMembership(scene, 'updateProjectMember')],
  [5, (scene) => onMembership(scene, 'removeProjectMember')],
  [
    1,
    ({ random, params }) => createCallOperation(pickRandom(random, personNames), 'leaveProject', { params }),
  ],
  [
    2,
    ({ random, workspace, project }) =>
      createCallOperation(pickRandom(random, personNames), 'joinProjects', {
        params: { slug: workspace.slug },
        body: { project_ids: [project.id] },
      }),
  ],
  [3, (scene) => onMembership(scene, 'updateWorkspaceMember')],
  [2, (scene) => onMembership(scene, 'removeWorkspaceMember')],
  [
    1,
    (scene) =>
      createCallOperation(someoneElse(scene), 'leaveWorkspace', { params: { slug: scene.workspace.slug } }),
  ],
  [5, (scene) => inviting(scene)],
  [
    3,
    ({ random, workspace, params }) =>
      createCallOperation(workspace.owner, 'updateProject', {
        params,
        body: { guest_view_all_features: random.chance(0.5) },
      }),
  ],
  [
    2,
    ({ random, workspace, params }) =>
      createCallOperation(workspace.owner, 'updateProject', {
        params,
        body: { network: random.pick([0, 2]), cycle_view: true, module_view: true },
      }),
  ],
  [1, ({ workspace, params }) => createCallOperation(workspace.owner, 'archiveProject', { params })],
  [3, ({ workspace, params }) => createCallOperation(workspace.owner, 'restoreProject', { params })],
  [1, (scene) => newProject(scene)],
  [1, (scene) => goneProject(scene)],
]

function someoneElse({ random, workspace }: OperationTarget): PersonName {
  return pickRandom(
    random,
    personNames.filter((name) => name !== workspace.owner),
  )
}

function adding(scene: OperationTarget): Operation {
  const { random, workspace, params } = scene
  const added = [someoneElse(scene), ...random.some(personNames, 2)]
  const given = random.pick([role.guest, role.member, role.admin])
  return {
    name: 'addProjectMembers',
    run: (hands) =>
      hands.call(workspace.owner, 'addProjectMembers', {
        params,
        body: { members: [...new Set(added)].map((name) => ({ member_id: hands.idOf(name), role: given })) },
      }),
  }
}

function onMembership(
  scene: OperationTarget,
  name: 'updateProjectMember' | 'removeProjectMember' | 'updateWorkspaceMember' | 'removeWorkspaceMember',
): Operation {
  const { random, workspace, project, params } = scene
  const [whose, given] = [someoneElse(scene), pickRandom(random, roles)]
  const isInProject = name.endsWith('ProjectMember')
  return {
    name,
    async run(hands) {
      const table = isInProject ? 'project_members' : 'workspace_members'
      const member_id = await hands.membership(table, isInProject ? project.id : workspace.id, whose)
      const isUpdate = name.startsWith('update')
      const sent = { params: { ...params, member_id }, ...(isUpdate && { body: { role: given } }) }
      return hands.call(workspace.owner, name, sent)
    },
  }
}

/**
 * Creates an operation in which the owner invites a person, who accepts at once. The person may have been a
 * member before.
 */
function inviting(scene: OperationTarget): Operation {
  const { random, workspace } = scene
  const [whom, given] = [someoneElse(scene), pickRandom(random, roles)]
  return {
    name: 'createInvitations',
    async run(hands: OperationContext) {
      const sent = { emails: [{ email: hands.emailOf(whom), role: given }] }
      const { answer, status } = await hands.call(workspace.owner, 'createInvitations', {
        params: { slug: workspace.slug },
        body: sent,
      })
      if (status !== 200) return
      const { invitations } = answer as { invitations: { id: string }[] }
      const body = { invitations: invitations.map(({ id }) => id) }
      await hands.call(whom, 'acceptMyInvitations', { body })
    },
  }
}

function newProject({ random, workspace, who }: OperationTarget): Operation {
  const project = createEmptySeededProject(random)
  workspace.projects.push(project)
  const letters = `N${random.below(1e6)}`
  const body = { id: project.id, name: letters, identifier: letters, network: random.pick([0, 2]) }
  const params = { slug: workspace.slug }
  return {
    name: 'createProject',
    async run(hands) {
      const { status } = await hands.call(who, 'createProject', { params, body })
      if (status !== 201) return
      const within = { ...params, project_id: project.id }
      for (const [at, group] of (['backlog', 'started', 'completed'] as const).entries())
        await hands.call(who, 'createState', {
          params: within,
          body: { id: project.states[at], name: `Own ${group}`, color: '#888888', group },
        })
    },
  }
}

/**
 * Deletes a project. It never deletes one of the first three projects, so that later operations of the test still have
 * projects to work with.
 */
function goneProject({ random, workspace }: OperationTarget): Operation {
  const project = random.pickAny(workspace.projects.slice(3))
  const project_id = project?.id ?? random.id()
  if (project !== undefined) workspace.projects.splice(workspace.projects.indexOf(project), 1)
  return createCallOperation(workspace.owner, 'deleteProject', {
    params: { slug: workspace.slug, project_id },
  })
}
