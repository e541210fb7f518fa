import { hashToken } from '#api/platform/http/session.ts'
import { newId } from '#common/platform/ids.ts'
import { calendarSecretPrefix } from '#common/sharing/calendar-feeds/rules.ts'
import { runSql } from '../../api-client.ts'
import type { TestServer } from '../../server.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    calendar_feed_id: string
    calendar_address: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({
    calendar_feed_id: side.calendar_feed_id,
    calendar_address: side.calendar_address,
  }),
  fields: (side) => ({ target: side.project_id }),
  inWorkspace: ({ server, maker, side }) => rowsOf(server, maker.id, side.workspace_id),
  ofPerson: {
    who: 'signed-in',
    make: ({ server, person, acme }) => rowsOf(server, person.id, acme.workspace_id),
  },
}

async function rowsOf(server: TestServer, userId: string, workspaceId: string) {
  const id = newId()
  const calendar_address = calendarSecretPrefix + id
  await runSql(
    server.databaseUrl,
    `insert into calendar_feeds (id, user_id, workspace_id, kind, secret_hash, ending)
     values ($1, $2, $3, 'assigned', $4, 'cafe')`,
    [id, userId, workspaceId, hashToken(calendar_address)],
  )
  return { calendar_feed_id: id, calendar_address }
}
