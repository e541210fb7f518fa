import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { TestServer } from '../../server.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    token_id: string
    /** An account of the user `maker_id` at a sign-in provider. */
    account_id: string
    /** Id of another session of the caller than the session that sends the call. */
    session_id: string
    passkey_id: string
    push_device_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({
    token_id: side.token_id,
    account_id: side.account_id,
    session_id: side.session_id,
    passkey_id: side.passkey_id,
    push_device_id: side.push_device_id,
    provider: 'google',
  }),
  inWorkspace: ({ server, maker }) => rowsOf(server, maker.id),
  ofPerson: { who: 'signed-in', make: ({ server, person }) => rowsOf(server, person.id) },
}

async function rowsOf(server: TestServer, userId: string) {
  const insert = async (statement: string) => {
    const id = newId()
    await runSql(server.databaseUrl, statement, [id, userId])
    return id
  }
  return {
    token_id: await insert(
      `insert into api_tokens (id, token_hash, ending, user_id, label, description, scope)
       values ($1::uuid, $1::text, 'cafe', $2, 'Bot', '', 'write')`,
    ),
    account_id: await insert(
      `insert into linked_accounts (id, user_id, provider, issuer, provider_account_id)
       values ($1::uuid, $2, 'github', 'https://github.com', $1::text)`,
    ),
    session_id: await insert(
      `insert into sessions (token_hash, id, user_id, expires_at)
       values ($1::text, $1::uuid, $2, now() + interval '1 day')`,
    ),
    passkey_id: await insert(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
       values ($1::uuid, $2, $1::text, '', 0, '[]', 'Phone')`,
    ),
    push_device_id: await insert(
      `insert into push_devices (id, user_id, session_hash, endpoint, p256dh, auth, user_agent)
       select $1::uuid, $2, s.token_hash, 'https://push.example/' || $1::text, '', '', '' from sessions s
       where s.user_id = $2 order by s.created_at limit 1`,
    ),
  }
}
