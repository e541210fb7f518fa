import { timestampFromToday } from './dates.ts'
import { epicCreatedAt, sampleEpics } from './sample-epics.ts'
import { sampleRequests } from './sample-intake.ts'
import { sampleItems } from './sample-items.ts'

/** Returns the sequence numbers of all sample items by their English titles, in the order of their creation. */
export function createSampleNumbers(): ReadonlyMap<string, number> {
  const dated = [
    ...sampleEpics.map(({ name }, at) => ({ name, created_at: epicCreatedAt(at) })),
    ...[sampleItems, sampleRequests].flatMap((items) =>
      items.map(({ name, createdDaysAgo }, at) => ({
        name,
        created_at: timestampFromToday(-createdDaysAgo, at),
      })),
    ),
  ]
  const oldestFirst = dated.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  return new Map(oldestFirst.map(({ name }, index) => [name, index + 1]))
}
