import { instanceCalls } from '#common/instance/calls.ts'
import { feature } from '../http/mount.ts'
import { getInstance } from './queries.ts'

export const instanceFeature = feature(instanceCalls, {
  getInstance: (ctx) => getInstance(ctx),
})
