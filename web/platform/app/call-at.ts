import type { pageImportCalls } from '#common/pages/page-imports/calls.ts'
import type { pageCalls } from '#common/pages/pages/calls.ts'
import type { templateCalls } from '#common/pages/templates/calls.ts'
import type { pageVersionCalls } from '#common/pages/versions/calls.ts'
import { atWorkspace } from '#common/platform/at-workspace.ts'

type CallAtBoth = keyof (typeof pageCalls &
  typeof pageVersionCalls &
  typeof pageImportCalls &
  typeof templateCalls)

/**
 * A call as it is named in a project, or in the workspace itself where that is null. It is given and answers the same there; that it needs no
 * project, it passes over.
 */
export function callAt<Name extends CallAtBoth>(projectId: string | null, name: Name): Name {
  return projectId === null ? (atWorkspace(name) as string as Name) : name
}
