import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** Id of the member whose preferences a call addresses. It is always the caller. */
    preferring_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['member'],
  places: (side) => ({ member: side.preferring_id }),
  inProject: async ({ side }) => ({ preferring_id: side.maker_id }),
  ofPerson: {
    who: 'signed-in',
    inAcmeAlone: true,
    isFor: ({ path }) => path.includes('/preferences/member/'),
    make: async ({ person }) => ({ preferring_id: person.id }),
  },
}
