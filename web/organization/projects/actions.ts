import type { Calls } from '#common/calls.ts'
import type { DeletedProject } from '#common/organization/projects/schema.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import { type Role, roleName } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { applyRows, mutate, request, requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { toast } from '../../platform/ui/toast.ts'
import { projectRowActions } from './edit.ts'
import type { ProjectMemberWithUser } from './member-atoms.ts'

/** Creates a project, loads its initial data so that its board renders immediately, and returns its id. Throws a `RequestError` on failure. */
export async function createProject(body: BodyInputOf<Calls['createProject']>): Promise<string> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('createProject', { params: { slug }, body })
  if (currentSlug() === slug) {
    applyRows('projects', [answer], version)
    await readProject(answer.id)
  }
  return answer.id
}

/** Joins a public project. Throws a `RequestError` on failure. */
export async function joinProject(project_id: string): Promise<void> {
  const slug = currentSlug()
  await request('joinProjects', { params: { slug }, body: { project_ids: [project_id] } })
  const { answer, version } = await requestWithVersion('getProject', { params: { slug, project_id } })
  if (currentSlug() !== slug) return
  applyRows('projects', [answer], version)
  await readProject(project_id)
}

/** Loads the project's data that a new member has not received yet. */
async function readProject(project_id: string): Promise<void> {
  const slug = currentSlug()
  const params = { slug, project_id }
  const [states, labels, members] = await Promise.all([
    requestWithVersion('listStates', { params }),
    requestWithVersion('listLabels', { params }),
    requestWithVersion('listProjectMembers', { params }),
  ])
  if (currentSlug() !== slug) return
  applyRows('states', Object.values(states.answer).flat(), states.version)
  applyRows('labels', labels.answer, labels.version)
  applyRows('project_members', members.answer, members.version)
}

/** Archives the project for all members: it becomes read-only and disappears from the sidebar. */
export async function archiveProject(project: Project): Promise<void> {
  await setArchived(project, new Date().toISOString(), t('projects.archivedDone', { name: project.name }))
}

export async function restoreProject(project: Project): Promise<void> {
  await setArchived(project, null, t('projects.restoredDone', { name: project.name }))
}

async function setArchived(project: Project, archived_at: string | null, words: string): Promise<void> {
  const params = { slug: currentSlug(), project_id: project.id }
  await mutate(
    projectRowActions.set(project, { archived_at }, words, (to) =>
      createSentCall(to.archived_at === null ? 'restoreProject' : 'archiveProject', { params }),
    ),
  )
}

/** Deletes the project with its content for all members. After Undo, every member's client loads the content again. */
export async function deleteProject(project: Project): Promise<void> {
  const { id, name } = project
  await mutate({
    call: 'deleteProject',
    input: { params: { slug: currentSlug(), project_id: id } },
    changes: [{ entity: 'projects', id, op: 'delete', fields: {} }],
    message: t('projects.deletedDone', { name }),
    undo: toAnyMutation({
      call: 'restoreDeletedProject',
      input: { params: { slug: currentSlug(), id } },
      changes: [{ entity: 'projects', id, op: 'create', fields: { ...project } }],
      answerTable: 'projects',
    }),
  })
}

/**
 * Restores a deleted project. The message shows the name and identifier of the project. They may have
 * changed, because another project may use the former name or identifier.
 */
export async function undoProjectDeletion({ id, name, identifier }: DeletedProject): Promise<boolean> {
  const answer = await mutate({
    call: 'restoreDeletedProject',
    input: { params: { slug: currentSlug(), id } },
    changes: [],
    answerTable: 'projects',
  })
  if (answer === null) return false
  const isSame = answer.name === name && answer.identifier === identifier
  toast.ok(
    isSame
      ? t('projects.restoredDone', { name })
      : t('projects.restoredAs', { name, now: answer.name, identifier: answer.identifier }),
  )
  return true
}

export async function addMembers(
  project_id: string,
  people: string[],
  roleOf: (person: string) => Role,
): Promise<boolean> {
  return (await mutate(adding(project_id, people, roleOf))) !== null
}

function adding(
  project_id: string,
  people: string[],
  roleOf: (person: string) => Role,
): Mutation<'addProjectMembers'> {
  const members = people.map((member_id) => ({ member_id, role: roleOf(member_id) }))
  return {
    call: 'addProjectMembers',
    input: { params: { slug: currentSlug(), project_id }, body: { members } },
    changes: [],
  }
}

const members = createRowActions('project_members', {
  update: (member, body: { role: Role }) =>
    createSentCall('updateProjectMember', { params: paramsOf(member), body }),
})

export async function changeProjectRole(member: ProjectMemberWithUser, role: Role): Promise<void> {
  const words = t('members.roleChanged', { name: member.name, role: t(`roles.one.${roleName(role)}`) })
  await mutate(members.update(member, { role }, words))
}

/** Removes a member. Undo adds them again with their previous role. */
export async function removeFromProject(member: ProjectMemberWithUser): Promise<void> {
  const removal = members.setting(
    member,
    { is_active: false },
    createSentCall('removeProjectMember', { params: paramsOf(member) }),
  )
  const words = t('members.removed', { name: member.name })
  await mutate(
    undoableMutation(
      removal,
      words,
      adding(member.project_id, [member.member_id], () => member.role),
    ),
  )
}

function paramsOf(member: Pick<ProjectMemberWithUser, 'id' | 'project_id'>) {
  return { slug: currentSlug(), project_id: member.project_id, member_id: member.id }
}
