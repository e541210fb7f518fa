import { automationCalls } from '#common/work/automations/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { previewAutomations } from './preview.ts'

export const automationsFeature = defineFeature(automationCalls, {
  previewAutomations: (ctx, { query }) => previewAutomations(ctx, query),
})
