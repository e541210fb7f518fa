import { useAtomValue } from 'jotai'
import { peopleOfProjectAtom } from '../../platform/person/people.ts'
import { SettingsScreen } from '../workspaces/SettingsScreen.tsx'
import { AuditLog } from './AuditLog.tsx'

/** Screen `/{slug}/settings/audit-log` with the audit log of the workspace, for its admins. */
export function AuditScreen() {
  const people = useAtomValue(peopleOfProjectAtom(null))
  return (
    <SettingsScreen>
      <AuditLog of="workspace" people={people} />
    </SettingsScreen>
  )
}
