import { AuditLog } from '../../organization/audit/AuditLog.tsx'

/** Screen `/admin/audit` with the audit log of the installation and all workspaces. */
export function InstanceAuditScreen() {
  return <AuditLog of="instance" people={[]} />
}
