import { chatTargetCalls } from '#common/sharing/webhooks/chat-targets/calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { createChatTarget, deleteChatTarget, testChatTarget, updateChatTarget } from './commands.ts'
import { listChatTargets } from './queries.ts'

export const chatTargetsFeature = defineFeature(chatTargetCalls, {
  listChatTargets: (ctx) => listChatTargets(ctx),
  createChatTarget: (ctx, { body }) => createChatTarget(ctx, body),
  updateChatTarget: (ctx, { params, body }) => updateChatTarget(ctx, params.chat_target_id, body),
  deleteChatTarget: (ctx, { params }) => deleteChatTarget(ctx, params.chat_target_id),
  testChatTarget: (ctx, { params }) => testChatTarget(ctx, params.chat_target_id),
})
