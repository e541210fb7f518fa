import { digestCalls } from '#common/personal/notifications/digest/calls.ts'
import { feature } from '../../../access/requests/mount.ts'
import { getDigest } from './queries.ts'

export const digestFeature = feature(digestCalls, {
  getDigest: (ctx, { query }) => getDigest(ctx, query.since),
})
