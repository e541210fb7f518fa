import type { Call } from '#common/platform/call.ts'
import type { ApiClient } from '../api-client.ts'
import type { TestServer } from '../server.ts'
import type { FeatureFixture } from './part.ts'
import { featureFixtures } from './parts.ts'
import type { TestPerson, TestRowIds } from './side.ts'

/** Returns the ids of rows that belong to the caller. They replace the ids in the same fields of `TestRowIds`. */
type OwnSide = (call: Call, who: { email: string }, isAcme: boolean) => Partial<TestRowIds>

/** Creates the rows that exist once for each person, such as a running timer. */
export async function createRowsPerPerson(
  server: TestServer,
  acme: TestRowIds,
  people: TestPerson[],
  ada: ApiClient,
): Promise<OwnSide> {
  const colleagues = [ada, ...clientsOf(people, ({ workspace }) => workspace !== null)]
  const signedIn = clientsOf(people, (each) => each.is_signed_in)
  const made: { own: NonNullable<FeatureFixture['ofPerson']>; email: string; rows: Partial<TestRowIds> }[] =
    []
  for (const { ofPerson: own } of featureFixtures) {
    if (own === undefined) continue
    for (const person of own.who === 'colleagues' ? colleagues : signedIn)
      made.push({ own, email: person.email, rows: await own.make({ server, acme, person }) })
  }
  return (call, { email }, isAcme) =>
    Object.assign(
      {},
      ...made
        .filter((each) => each.email === email && (isAcme || !each.own.inAcmeAlone))
        .filter(({ own }) => own.isFor?.(call) ?? true)
        .map(({ rows }) => rows),
    )
}

function clientsOf(people: TestPerson[], isMeant: (person: TestPerson) => boolean): ApiClient[] {
  return people.filter(isMeant).map(({ client }) => client)
}
