import type { EntityName } from '#common/entities.ts'
import { role } from '#common/platform/roles.ts'
import { createSignedInUser, runSql } from '../api-client.ts'
import { addMember } from '../cast.ts'
import { createRandom } from './random.ts'
import { sendCall } from './send.ts'

export const personNames = ['ann', 'ben', 'max', 'mia', 'gus', 'guy', 'rex', 'eve', 'joy'] as const
export type PersonName = (typeof personNames)[number]

export interface HistoryPerson {
  id: string
  name: PersonName
  email: string
  cookie: string
}

export interface SeededProject {
  id: string
  /**
   * The ids of three states of the project: one in the group backlog, one in the group started, and one in
   * the group completed.
   */
  states: [string, string, string]
  /**
   * For each entity, the ids that operations chose for new rows. If the server refused an operation, there is no
   * row with its id.
   */
  made: Partial<Record<EntityName, string[]>>
}

export interface SeededWorkspace {
  id: string
  slug: string
  /** The owner always remains an admin, so that one person can make every call. */
  owner: PersonName
  members: PersonName[]
  projects: SeededProject[]
  views: string[]
  links: string[]
  /** Ids of favorite folders. */
  folders: string[]
  stickies: string[]
}

/** The two workspaces at the start of a run, with their members and roles. Other people join by invitation. */
const standing: { title: string; owner: PersonName; roles: Partial<Record<PersonName, number>> }[] = [
  {
    title: 'Acme',
    owner: 'ann',
    roles: {
      ben: role.admin,
      max: role.member,
      mia: role.member,
      rex: role.member,
      gus: role.guest,
      guy: role.guest,
    },
  },
  {
    title: 'Beta',
    owner: 'eve',
    roles: { max: role.admin, mia: role.member, joy: role.member, ann: role.guest, guy: role.guest },
  },
]

/** A public project, a secret project, and a project that shows everything to its guests. */
const projects = [
  { name: 'Open', network: 2 },
  { name: 'Secret', network: 0 },
  { name: 'Shown', network: 0, guest_view_all_features: true },
]

/**
 * Creates people of all roles in two workspaces with three projects each. The same seed gives the same ids.
 */
export async function seedPeopleAndWorkspaces(
  server: { url: string; databaseUrl: string },
  seed: number,
): Promise<{ people: Map<PersonName, HistoryPerson>; workspaces: SeededWorkspace[] }> {
  const random = createRandom(seed)
  const people = new Map<PersonName, HistoryPerson>()
  for (const name of personNames) {
    const email = `${name}-${seed}@history.example`
    await runSql(server.databaseUrl, 'delete from users where email = $1', [email])
    const { id, cookie } = await createSignedInUser(server, email)
    people.set(name, { id, name, email, cookie })
  }
  const workspaces: SeededWorkspace[] = []
  for (const { title, owner, roles } of standing) {
    const by = getPersonByName(people, owner)
    const made = {
      id: random.id(),
      slug: `${title.toLowerCase()}-${seed}`,
      owner,
      views: [],
      links: [],
      folders: [],
      stickies: [],
    }
    const call = async (
      name: Parameters<typeof sendCall>[2],
      params: Record<string, string>,
      body: unknown,
    ) => {
      const { status, answer } = await sendCall(server.url, by, name, {
        params: { slug: made.slug, ...params },
        body,
      })
      if (status >= 300 || status === 0) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`)
    }
    await call('createWorkspace', {}, { id: made.id, name: title, slug: made.slug })
    const members = Object.keys(roles) as PersonName[]
    for (const name of members)
      await addMember(server, made.id, getPersonByName(people, name).id, roles[name] ?? role.guest)
    const workspace: SeededWorkspace = { ...made, members: [owner, ...members], projects: [] }
    workspaces.push(workspace)
    for (const [at, project] of projects.entries()) {
      const row = createEmptySeededProject(random)
      await call(
        'createProject',
        {},
        { ...project, id: row.id, identifier: `P${at}`, cycle_view: true, module_view: true },
      )
      workspace.projects.push(row)
      const params = { project_id: row.id }
      for (const [place, group] of (['backlog', 'started', 'completed'] as const).entries())
        await call('createState', params, {
          id: row.states[place],
          name: `Own ${group}`,
          color: '#888888',
          group,
        })
      const joining = members.filter(() => random.chance(0.6))
      const fitting = (name: PersonName) =>
        roles[name] === role.guest ? role.guest : (roles[name] ?? role.guest)
      if (joining.length > 0)
        await call('addProjectMembers', params, {
          members: joining.map((name) => ({
            member_id: getPersonByName(people, name).id,
            role: fitting(name),
          })),
        })
    }
  }
  return { people, workspaces }
}

export function createEmptySeededProject(random: { id(): string }): SeededProject {
  return { id: random.id(), states: [random.id(), random.id(), random.id()], made: {} }
}

export function getPersonByName(people: Map<PersonName, HistoryPerson>, name: PersonName): HistoryPerson {
  const person = people.get(name)
  if (person === undefined) throw new Error(`there is no ${name}`)
  return person
}
