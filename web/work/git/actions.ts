import type { Calls } from '#common/calls.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { replaceRows, request, requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { toast } from '../../platform/ui/toast.ts'

type Of = { project_id: string; id: string }

const inProject = (project_id: string) => ({ slug: currentSlug(), project_id })
const at = ({ project_id, id }: Of) => ({ ...inProject(project_id), git_connection_id: id })

/** The functions below throw `RequestError` if the request fails. */
export const listConnections = (projectId: string) =>
  request('listGitConnections', { params: inProject(projectId) })

export const connectRepository = (projectId: string, body: BodyInputOf<Calls['createGitConnection']>) =>
  request('createGitConnection', { params: inProject(projectId), body })

export const updateConnection = (of: Of, body: BodyInputOf<Calls['updateGitConnection']>) =>
  request('updateGitConnection', { params: at(of), body })

export const requestNewGitSecret = (of: Of) => request('regenerateGitSecret', { params: at(of) })
export const installWebhook = (of: Of) => request('installGitWebhook', { params: at(of) })
export const disconnectRepository = (of: Of) => request('deleteGitConnection', { params: at(of) })
export const listDeliveries = (of: Of) => request('listGitDeliveries', { params: at(of) })

export const retryDelivery = (of: Of, git_delivery_id: string) =>
  request('retryGitDelivery', { params: { ...at(of), git_delivery_id } })

export const checkConnection = (of: Of) => request('checkGitConnection', { params: at(of) })

export const loadGithubApp = (projectId: string) => request('getGithubApp', { params: inProject(projectId) })

/**
 * Opens the page of GitHub on which the user authorizes the GitHub App, or installs it if `install` is true.
 * The browser leaves Tandem.
 */
export async function openGithub(projectId: string, install = false): Promise<void> {
  const { url } = await request('authorizeGithubApp', { params: inProject(projectId), body: { install } })
  location.assign(url)
}

export const listInstallations = (projectId: string) =>
  request('listGithubInstallations', { params: inProject(projectId) })

export const listGithubRepositories = (
  projectId: string,
  installation_id: string,
  { search, page }: { search: string; page: number },
) =>
  request('listGithubRepositories', {
    params: { ...inProject(projectId), installation_id },
    query: { ...(search !== '' && { search }), page: String(page) },
  })

export const connectGithubRepository = (
  projectId: string,
  body: BodyInputOf<Calls['connectGithubRepository']>,
) => request('connectGithubRepository', { params: inProject(projectId), body })

export const listSyncedGitIssues = (of: Of) => request('listGitIssues', { params: at(of) })

export const retryGitIssueSync = (of: Of, git_issue_id: string) =>
  request('retryGitIssue', { params: { ...at(of), git_issue_id } })

/** Loads the references of an item. Afterwards the change feed keeps them up to date. Throws `RequestError`. */
export async function loadReferences({
  id,
  project_id,
}: Pick<WorkItemRow, 'id' | 'project_id'>): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listGitReferences', {
    params: { slug, project_id, id },
  })
  if (currentSlug() === slug)
    replaceRows('git_references', answer, version, ({ issue_id }) => issue_id === id)
}

/** Returns a function that shows an error message if the work fails, and rethrows the error so that dialogs stay open. */
export function useGitErrorToast(): <T>(work: Promise<T>) => Promise<T> {
  const words = useErrorMessage()
  return async (work) => {
    try {
      return await work
    } catch (error) {
      toast.error(words(error))
      throw error
    }
  }
}
