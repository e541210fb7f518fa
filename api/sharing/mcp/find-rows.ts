import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { type ToolContext, ToolError } from './tool.ts'

type Project = ResponseOf<Calls['listProjects']>[number]

/** Returns the project with this identifier, name or id. */
export async function findProjectByName({ call }: ToolContext, slug: string, sent: string): Promise<Project> {
  const projects = await call('listProjects', { params: { slug } })
  const wanted = sent.trim().toLowerCase()
  const isWanted = ({ id, identifier, name }: Project) =>
    [id, identifier, name].some((text) => text.toLowerCase() === wanted)
  const found = projects.find(isWanted)
  if (found === undefined)
    throw new ToolError(
      `There is no project "${sent}". Projects: ${projects.map(({ identifier }) => identifier).join(', ')}.`,
    )
  return found
}

/** A row that people know by its name. */
interface Named {
  id: string
  name: string
}

/** Returns the row with this name or id. `kind` names the kind of row in the error, such as "state". */
export function findByName<Row extends Named>(kind: string, rows: Row[], sent: string): Row {
  const wanted = sent.trim().toLowerCase()
  const found = rows.find(({ id, name }) => id === sent || name.toLowerCase() === wanted)
  if (found === undefined)
    throw new ToolError(
      `There is no ${kind} "${sent}". Existing: ${rows.map(({ name }) => name).join(', ')}.`,
    )
  return found
}

export interface Person extends Named {
  email: string | null
}

/** Returns the people of a workspace. */
export async function listPeople({ call }: ToolContext, slug: string): Promise<Person[]> {
  const rows = await call('listWorkspaceMembers', { params: { slug } })
  return rows.map(({ member: { id, display_name, email } }) => ({
    id,
    name: display_name,
    email: email ?? null,
  }))
}

/** Returns the person with this name, email address or id. `me` is the owner of the token. */
export async function findPerson(context: ToolContext, people: Person[], sent: string): Promise<Person> {
  const wanted = sent.trim().toLowerCase()
  if (wanted === 'me') {
    const { id, display_name, email } = await context.call('getMe')
    return { id, name: display_name, email }
  }
  const byEmail = people.find(({ email }) => email?.toLowerCase() === wanted)
  return byEmail ?? findByName('person', people, sent)
}

export async function listStateRows({ call }: ToolContext, params: Record<string, string>) {
  const rows = await call('listStates', { params })
  return Array.isArray(rows) ? rows : []
}
