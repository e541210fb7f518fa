import { digestCalls } from '#common/digest/calls.ts'
import { feature } from '../http/mount.ts'
import { getDigest } from './queries.ts'

export const digestFeature = feature(digestCalls, {
  getDigest: (ctx, { query }) => getDigest(ctx, query.since),
})
