import type { pageImportCalls } from '#common/pages/page-imports/calls.ts'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import type { templateCalls } from '#common/pages/templates/calls.ts'
import type { pageVersionCalls } from '#common/pages/versions/calls.ts'
import { toWorkspaceCallName } from '#common/platform/at-workspace.ts'

type CallAtBoth = keyof (typeof pageCalls &
  typeof pageVersionCalls &
  typeof pageImportCalls &
  typeof templateCalls)

/**
 * Returns the API call `name` for a project, or the corresponding call for a workspace if `projectId` is null. Both
 * calls have the same input and response. The call for a workspace ignores the project parameter.
 */
export function callForContainer<Name extends CallAtBoth>(projectId: string | null, name: Name): Name {
  return projectId === null ? (toWorkspaceCallName(name) as string as Name) : name
}
