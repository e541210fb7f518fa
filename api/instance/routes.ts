import { instanceCalls } from '#common/instance/calls.ts'
import { feature } from '../http/mount.ts'
import { getInstance } from './queries.ts'
import { listReleaseNotes } from './release-notes.ts'

export const instanceFeature = feature(instanceCalls, {
  listReleaseNotes: () => listReleaseNotes(),
  getInstance: (ctx) => getInstance(ctx),
})
