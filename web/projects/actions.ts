import type { BodySent } from '#common/call.ts'
import type { Calls } from '#common/calls.ts'
import { type Role, roleName } from '#common/roles.ts'
import { applyRows, mutate, putBack, request, requestWithVersion, undoable } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import type { MemberOfProject } from './member-atoms.ts'

/** Makes a project and reads what it was given, so that its board is there at once; answers its id. Throws what was refused. */
export async function createProject(body: BodySent<Calls['createProject']>): Promise<string> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('createProject', { params: { slug }, body })
  applyRows('projects', [answer], version)
  await readProject(answer.id)
  return answer.id
}

/** Joins a project that the person could only find so far. Throws what was refused. */
export async function joinProject(project_id: string): Promise<void> {
  const slug = currentSlug()
  await request('joinProjects', { params: { slug }, body: { project_ids: [project_id] } })
  const { answer, version } = await requestWithVersion('getProject', { params: { slug, project_id } })
  applyRows('projects', [answer], version)
  await readProject(project_id)
}

/** What a new member has not heard of a project yet. */
async function readProject(project_id: string): Promise<void> {
  const params = { slug: currentSlug(), project_id }
  const [states, labels, members] = await Promise.all([
    requestWithVersion('listStates', { params }),
    requestWithVersion('listLabels', { params }),
    requestWithVersion('listProjectMembers', { params }),
  ])
  applyRows('states', Object.values(states.answer).flat(), states.version)
  applyRows('labels', labels.answer, labels.version)
  applyRows('project_members', members.answer, members.version)
}

export async function addMembers(
  project_id: string,
  people: string[],
  roleOf: (person: string) => Role,
): Promise<boolean> {
  const members = people.map((member_id) => ({ member_id, role: roleOf(member_id) }))
  const params = { slug: currentSlug(), project_id }
  const answer = await mutate({
    call: 'addProjectMembers',
    input: { params, body: { members } },
    changes: [],
  })
  return answer !== null
}

export async function changeProjectRole(member: MemberOfProject, role: Role): Promise<void> {
  const remember = undoable()
  const send = (wanted: Role) =>
    mutate({
      call: 'updateProjectMember',
      input: { params: paramsOf(member), body: { role: wanted } },
      changes: [{ entity: 'project_members', id: member.id, op: 'update', fields: { role: wanted } }],
      answers: 'project_members',
    })
  if ((await send(role)) === null) return
  const message = t('members.roleChanged', { name: member.name, role: t(`roles.one.${roleName(role)}`) })
  const undo = () =>
    putBack('project_members', member.id, { role }, { role: member.role }, () => send(member.role))
  remember({ message, undo })
}

/** Undo adds them again, in the role that they had. */
export async function removeFromProject(member: MemberOfProject): Promise<void> {
  const remember = undoable()
  const answer = await mutate({
    call: 'removeProjectMember',
    input: { params: paramsOf(member) },
    changes: [{ entity: 'project_members', id: member.id, op: 'update', fields: { is_active: false } }],
  })
  if (answer === null) return
  const undo = () => addMembers(member.project_id, [member.member_id], () => member.role)
  remember({ message: t('members.removed', { name: member.name }), undo })
}

function paramsOf(member: MemberOfProject) {
  return { slug: currentSlug(), project_id: member.project_id, member_id: member.id }
}
