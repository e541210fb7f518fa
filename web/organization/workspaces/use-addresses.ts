import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { atLeast, role } from '#common/platform/roles.ts'
import { applyRows, requestWithVersion } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { membersAtom } from './atoms.ts'

/**
 * Changes carry no e-mail addresses, since guests hear them too; so those of people who have just joined are asked for while a
 * list of members is on the screen.
 */
export function useAddresses(): void {
  const members = useAtomValue(membersAtom)
  const mayKnow = atLeast(useAtomValue(workspaceRoleAtom), role.member)
  const unknown = members.flatMap(({ email, member_id }) => (email === '' ? [member_id] : [])).join()
  useEffect(() => {
    if (mayKnow && unknown !== '') void readAddresses()
  }, [mayKnow, unknown])
}

/** A list without addresses is better than none, so a failure is left to the next time. */
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
