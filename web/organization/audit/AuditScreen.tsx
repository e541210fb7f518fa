import { useAtomValue } from 'jotai'
import { peopleInAtom } from '../../platform/person/people.ts'
import { SettingsScreen } from '../workspaces/SettingsScreen.tsx'
import { AuditLog } from './AuditLog.tsx'

/** Screen `/{slug}/settings/audit-log` with the audit log of the workspace, for its admins. */
export function AuditScreen() {
  const people = useAtomValue(peopleInAtom(null))
  return (
    <SettingsScreen>
      <AuditLog of="workspace" people={people} />
    </SettingsScreen>
  )
}
