import { AuditLog } from '../../organization/audit/AuditLog.tsx'

/** Screen `/admin/audit` with the audit log of this Tandem instance and all of its workspaces. */
export function InstanceAuditScreen() {
  return <AuditLog of="instance" people={[]} />
}
