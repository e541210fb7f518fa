import type { Call } from '#common/platform/call.ts'
import type { ApiClient } from '../api-client.ts'
import type { TestServer } from '../server.ts'
import type { WorldPart } from './part.ts'
import { parts } from './parts.ts'
import type { Person, TestRowIds } from './side.ts'

/** Returns the ids of the caller's own rows. They replace the ids in the same fields of `TestRowIds`. */
type OwnSide = (call: Call, who: { email: string }, isAcme: boolean) => Partial<TestRowIds>

/** Creates the rows that exist once for each person, such as a running timer. */
export async function createOwnRows(
  server: TestServer,
  acme: TestRowIds,
  people: Person[],
  ada: ApiClient,
): Promise<OwnSide> {
  const colleagues = [ada, ...clientsOf(people, ({ workspace }) => workspace !== null)]
  const signedIn = clientsOf(people, (each) => each.is_signed_in)
  const made: { own: NonNullable<WorldPart['ofPerson']>; email: string; rows: Partial<TestRowIds> }[] = []
  for (const { ofPerson: own } of parts) {
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

function clientsOf(people: Person[], isMeant: (person: Person) => boolean): ApiClient[] {
  return people.filter(isMeant).map(({ client }) => client)
}
