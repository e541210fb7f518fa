import { expect, test } from 'vitest'
import { workspaceFileEntityTypes } from '#common/documents/files/rules.ts'
import { formatAuditValue } from '#web/organization/audit/describe-audit-record.ts'

test.each([
  ['scope', 'read', 'Read'],
  ['medium', 'email', 'Password'],
  ['medium', 'magic-code', 'Email code'],
  ['provider', 'oidc', 'OpenID Connect'],
  ['organization_size', 'Just myself', 'Just me'],
  ['organization_size', '2-10', '2-10'],
  ['kind', 'PROJECT_COVER', 'Cover'],
  ['name', 'read', 'read'],
  ['is_active', false, 'No'],
])('the audit log names the value of %s %j as “%s”', (field, value, name) => {
  expect(formatAuditValue(field, value, 'en')).toBe(name)
})

test('the audit log has a name for every type of file', () => {
  for (const type of workspaceFileEntityTypes) expect(formatAuditValue('kind', type, 'en')).not.toBe(type)
})
