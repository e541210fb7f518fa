import { AuditLog } from '../../organization/audit/AuditLog.tsx'

/** `/god-mode/audit`: who signed in, and who did what, in all workspaces. */
export function InstanceAuditScreen() {
  return <AuditLog of="instance" people={[]} />
}
