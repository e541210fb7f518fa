import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { type Person, type ToolContext, ToolError } from './tool.ts'

type Project = ResponseOf<Calls['listProjects']>[number]

/** Returns the project with this identifier, name or id. Archived projects are not found. */
export async function findProjectByName({ call }: ToolContext, slug: string, sent: string): Promise<Project> {
  const projects = (await call('listProjects', { params: { slug } })).filter(
    ({ archived_at }) => archived_at === null,
  )
  const wanted = sent.trim().toLowerCase()
  // Search by id and identifier first, because they are unique, while several projects can have the same name.
  const exact = projects.find(({ id, identifier }) => id === wanted || identifier.toLowerCase() === wanted)
  return exact ?? findByName('project', projects, sent)
}

/** A row that a language model can find by its name. */
interface Named {
  id: string
  name: string
}

/** Maximum number of names in an error. */
const maxListedNames = 50

/**
 * Returns the row with this id or name. `kind` names the kind of row in errors, such as "state". Throws if several rows
 * have the name, because the language model should not guess.
 */
export function findByName<Row extends Named>(kind: string, rows: Row[], sent: string): Row {
  const wanted = sent.trim().toLowerCase()
  const byId = rows.find(({ id }) => id === wanted)
  if (byId !== undefined) return byId
  const found = rows.filter(({ name }) => name.toLowerCase() === wanted)
  const [first, second] = found
  if (first === undefined) {
    const names = rows.slice(0, maxListedNames).map(({ name }) => name)
    throw new ToolError(`There is no ${kind} "${sent}". Existing: ${names.join(', ')}.`)
  }
  if (second !== undefined) {
    const ids = found.slice(0, maxListedNames).map(({ id }) => id)
    throw new ToolError(`Several rows have the name "${sent}" (${kind}). Use an id: ${ids.join(', ')}.`)
  }
  return first
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

/** Returns the person with this email address, name or id. The text `me` means the owner of the API token. */
export function findPerson({ user }: ToolContext, people: Person[], sent: string): Person {
  const wanted = sent.trim().toLowerCase()
  if (wanted === 'me') return user
  return people.find(({ email }) => email?.toLowerCase() === wanted) ?? findByName('person', people, sent)
}

export async function listStateRows({ call }: ToolContext, params: Record<string, string>) {
  const rows = await call('listStates', { params })
  return Array.isArray(rows) ? rows : []
}
