import { automationCalls } from '#common/work/automations/calls.ts'
import { feature } from '../../access/requests/mount.ts'
import { previewAutomations } from './preview.ts'

export const automationsFeature = feature(automationCalls, {
  previewAutomations: (ctx, { query }) => previewAutomations(ctx, query),
})
