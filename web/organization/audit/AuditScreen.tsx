import { useAtomValue } from 'jotai'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { WorkspaceSettingsScreen } from '../workspaces/WorkspaceSettingsScreen.tsx'
import { AuditLog } from './AuditLog.tsx'

/** Screen `/{slug}/settings/audit-log` with the audit log of the workspace, for its admins. */
export function AuditScreen() {
  const people = useAtomValue(peopleOfProjectAtom(null))
  return (
    <WorkspaceSettingsScreen>
      <AuditLog of="workspace" people={people} />
    </WorkspaceSettingsScreen>
  )
}
