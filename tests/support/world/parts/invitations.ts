import { hashToken } from '#api/platform/http/session.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../api-client.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    invitation_id: string
  }
}

/** All invitations in the test data have this token. */
const invitationToken = 'a'.repeat(64)

export const featureFixture: FeatureFixture = {
  places: (side) => ({ invitation_id: side.invitation_id, token: invitationToken }),
  fields: (side) => ({ invitations: side.invitation_id, token: invitationToken }),
  async inWorkspace({ admin, params, sql }) {
    const { invitations } = await admin.call('createInvitations', {
      params,
      body: { emails: [{ email: `invited@${params.slug}.example`, role: role.guest }] },
    })
    const invitation_id = invitations[0]?.id ?? ''
    await sql('update workspace_invites set token_hash = $1 where id = $2', [
      hashToken(invitationToken),
      invitation_id,
    ])
    return { invitation_id }
  },
  ofPerson: {
    who: 'signed-in',
    // Only a user with the invited email address can answer an invitation.
    isFor: ({ path }) => path.endsWith('/join/') || path.includes('/me/'),
    async make({ server, acme, person }) {
      const id = newId()
      await runSql(
        server.databaseUrl,
        `insert into workspace_invites (id, workspace_id, email, role, token_hash, invited_by)
         select $1, w.id, $3, $4, $5, w.owner from workspaces w where w.id = $2`,
        [id, acme.workspace_id, person.email, role.guest, hashToken(invitationToken)],
      )
      return { invitation_id: id }
    },
  },
}
