import { automationCalls } from '#common/automations/calls.ts'
import { feature } from '../http/mount.ts'
import { previewAutomations } from './preview.ts'

export const automationsFeature = feature(automationCalls, {
  previewAutomations: (ctx, { query }) => previewAutomations(ctx, query),
})
