import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { applyRows, requestWithVersion } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { workspaceMembersAtom } from './atoms.ts'

/**
 * Loads the email addresses of new members while a member list is open. The change feed does not contain
 * email addresses, because guests receive it too.
 */
export function useLoadMemberEmails(): void {
  const members = useAtomValue(workspaceMembersAtom)
  const mayKnow = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const unknown = members.flatMap(({ email, member_id }) => (email === '' ? [member_id] : [])).join()
  useEffect(() => {
    if (mayKnow && unknown !== '') void readAddresses()
  }, [mayKnow, unknown])
}

/**
 * Loads the email addresses of the members. Errors are ignored, because a list without addresses is still useful. The
 * addresses are loaded again when a member of the workspace changes.
 */
async function readAddresses(): Promise<void> {
  try {
    const { answer, version } = await requestWithVersion('listWorkspaceMembers', {
      params: { slug: currentSlug() },
    })
    applyRows(
      'users',
      answer.map((row) => row.member),
      version,
    )
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
}
