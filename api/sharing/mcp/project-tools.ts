import { z } from 'zod'
import { findProjectByName, listPeople, listStateRows } from './find-rows.ts'
import { defineTool } from './tool.ts'

export const workspaceField = z.string().describe('Short name of the workspace, as in its address: acme')
export const projectField = z.string().describe('Identifier, name or id of the project: HARB')

/** Maximum number of cycles and of modules in the answer of the tool `describe_project`. */
const maxRows = 50

export const projectTools = [
  defineTool('list_projects', {
    title: 'List workspaces and projects',
    description: 'Lists the workspaces of the user, or the projects of one workspace.',
    input: { workspace: workspaceField.optional() },
    isReadOnly: true,
    async run({ call, listWorkspaceSlugs }, { workspace }) {
      if (workspace === undefined) return { workspaces: await listWorkspaceSlugs() }
      const projects = await call('listProjects', { params: { slug: workspace } })
      return {
        projects: projects
          .filter(({ archived_at }) => archived_at === null)
          .map(({ identifier, name, description, member_role }) => ({
            project: identifier,
            name,
            description: description.slice(0, 300),
            is_member: member_role !== null,
          })),
      }
    },
  }),

  defineTool('describe_project', {
    title: 'Describe a project',
    description:
      'Returns the states, labels, people, cycles and modules of a project. Use these names in the other tools.',
    input: { workspace: workspaceField, project: projectField },
    isReadOnly: true,
    async run(context, { workspace, project }) {
      const found = await findProjectByName(context, workspace, project)
      const params = { slug: workspace, project_id: found.id }
      const [states, labels, members, people, cycles, modules] = await Promise.all([
        listStateRows(context, params),
        context.call('listLabels', { params }),
        context.call('listProjectMembers', { params }),
        listPeople(context, workspace),
        found.cycle_view ? context.call('listCycles', { params }) : [],
        found.module_view ? context.call('listModules', { params }) : [],
      ])
      const ids = new Set(members.map(({ member_id }) => member_id))
      return {
        project: found.identifier,
        name: found.name,
        description: found.description,
        states: states.map(({ name, group, default: isDefault }) => ({ name, group, is_default: isDefault })),
        labels: labels.map(({ name }) => name),
        people: people.filter(({ id }) => ids.has(id)).map(({ name, email }) => ({ name, email })),
        cycles: cycles
          .slice(0, maxRows)
          .map(({ name, start_date, end_date, status, total_issues, completed_issues }) => ({
            ...{ name, start_date, end_date, status, total_issues, completed_issues },
          })),
        modules: modules
          .slice(0, maxRows)
          .map(({ name, status, target_date }) => ({ name, status, target_date })),
      }
    },
  }),

  defineTool('search', {
    title: 'Search',
    description:
      'Finds work items, pages, cycles, modules and projects of a workspace by words in their titles.',
    input: { workspace: workspaceField, words: z.string().min(1).max(255) },
    isReadOnly: true,
    async run({ call }, { workspace, words }) {
      const { results } = await call('searchWorkspace', {
        params: { slug: workspace },
        query: { search: words, workspace_search: 'true' },
      })
      const first = <Row>(rows: Row[] | undefined) => (rows ?? []).slice(0, 10)
      return {
        work_items: first(results.issue).map(({ name, sequence_id, project__identifier }) => ({
          key: `${project__identifier}-${sequence_id}`,
          title: name,
        })),
        pages: first(results.page).map(({ id, name }) => ({ id, title: name })),
        cycles: first(results.cycle).map(({ name, project__identifier }) => ({
          name,
          project: project__identifier,
        })),
        modules: first(results.module).map(({ name, project__identifier }) => ({
          name,
          project: project__identifier,
        })),
        projects: first(results.project).map(({ name, identifier }) => ({ project: identifier, name })),
      }
    },
  }),
]
