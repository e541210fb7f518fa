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
 * Returns the call for a project, or its workspace variant if `projectId` is null. Both have the same input
 * and answer; the workspace variant ignores the project parameter.
 */
export function callForContainer<Name extends CallAtBoth>(projectId: string | null, name: Name): Name {
  return projectId === null ? (toWorkspaceCallName(name) as string as Name) : name
}
