import type { SearchResult } from '#common/personal/search/schema.ts'

/** Returns the path of a result within the workspace. */
export function pathOfSearchResult({
  kind,
  id,
  project_id,
  key,
}: Pick<SearchResult, 'kind' | 'id' | 'project_id' | 'key'>): string {
  const project = `/projects/${project_id}`
  if (kind === 'issue' || kind === 'epic') return `/browse/${key}`
  if (kind === 'comment') return `/browse/${key}#comment-${id}`
  if (kind === 'intake') return `${project}/intake?item=${id}`
  if (kind === 'project') return `/projects/${id}/issues`
  if (kind === 'teamspace') return `/teamspaces/${id}`
  if (kind === 'person') return `/profile/${id}`
  if (kind === 'view' && project_id === null) return `/workspace-views/${id}`
  if (kind === 'page' && project_id === null) return `/pages/${id}`
  return `${project}/${kind}s/${id}`
}
