import type { Call } from '#common/platform/call.ts'
import { projectOrWorkspaceRowParams, projectRowParams } from './parts.ts'

/**
 * Returns the path parameters of a call. `place` is an unambiguous name of the parameter. For example, the name `id`
 * alone is ambiguous, so `place` includes the collection before it.
 */
export function listPathParams(call: Call): { name: string; place: string }[] {
  return [...call.path.matchAll(/(?:([\w-]+)\/)?\{(\w+)\}/g)].map(([, collection = '', name = '']) => ({
    name,
    place: placeOf(call, collection, name),
  }))
}

function placeOf(call: Call, collection: string, name: string): string {
  const { path } = call
  if (name === 'id' || collection.endsWith('-preferences')) return `${collection}/{${name}}`
  if (name === 'comment_id' && path.includes('{anchor}')) return 'public_comment_id'
  if (name === 'comment_id' && path.includes('{page_id}')) return 'page_comment_id'
  if (name === 'asset_id') return `${assetOf(call)}_asset_id`
  if (name === 'view_id' && path.includes('{teamspace_id}')) return 'teamspace_view_id'
  // In paths of epics, parameters for rows of an epic have the same names as those for rows of an item, so add a
  // prefix.
  if (path.includes('/epics/{id}/') && projectRowParams.has(`epic_${name}`)) return `epic_${name}`
  const isOfWorkspace = !path.includes('{project_id}') && projectOrWorkspaceRowParams.has(name)
  return isOfWorkspace ? `workspace_${name}` : name
}

/** Returns the kind of file that the path needs, by the type of the row that owns the file. */
function assetOf({ path, method }: Call): 'open' | 'user' | 'project' | 'workspace' | 'visitor' {
  if (path.includes('/static/')) return 'open'
  if (path.includes('{page_anchor}')) return 'project'
  if (path.includes('{anchor}')) return method === 'GET' ? 'project' : 'visitor'
  if (!path.includes('{slug}')) return 'user'
  return path.includes('{project_id}') ? 'project' : 'workspace'
}
