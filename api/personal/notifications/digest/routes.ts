import { digestCalls } from '#common/personal/notifications/digest/calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { getDigest } from './queries.ts'

export const digestFeature = defineFeature(digestCalls, {
  getDigest: (ctx, { query }) => getDigest(ctx, query.since),
})
