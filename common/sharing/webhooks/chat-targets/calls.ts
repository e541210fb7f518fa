import { z } from 'zod'
import { declareCalls } from '../../../platform/call.ts'
import { emptyAsNull, multiLineText, singleLineText, urlField } from '../../../platform/fields.ts'
import { normalizeWebhookUrl } from '../rules.ts'
import {
  chatEvents,
  chatServices,
  defaultChatEvents,
  findUnknownPlaceholder,
  maxChatTargetNameLength,
  maxChatTemplateLength,
} from './rules.ts'
import { chatTarget } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/chat-targets/'
const one = '/api/workspaces/{slug}/projects/{project_id}/chat-targets/{chat_target_id}/'

const name = singleLineText(maxChatTargetNameLength).min(1, 'A name is required.')
const url = urlField(normalizeWebhookUrl)
const events = z.array(z.enum(chatEvents)).max(chatEvents.length)
const template = emptyAsNull(
  multiLineText(maxChatTemplateLength).refine(
    (text) => findUnknownPlaceholder(text) === null,
    'The template contains an unknown placeholder.',
  ),
)

/** Calls for chat targets, which send messages about a project to a chat. Only admins of the project can manage them. */
export const chatTargetCalls = declareCalls('chat-targets', {
  listChatTargets: {
    summary: 'List the chat targets of a project, newest first',
    method: 'GET',
    path: all,
    who: { project: 'admin' },
    answer: z.array(chatTarget),
  },
  createChatTarget: {
    summary: 'Create a chat target. The URL is secret and never returned',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({
      name,
      url,
      service: z.enum(chatServices),
      events: events.default([...defaultChatEvents]),
      template: template.optional(),
    }),
    status: 201,
    answer: chatTarget,
    fails: ['conflict'],
  },
  updateChatTarget: {
    summary: 'Update a chat target',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object({ name, url, events, template, is_active: z.boolean() }).partial(),
    answer: chatTarget,
    fails: ['not_found'],
  },
  deleteChatTarget: {
    summary: 'Delete a chat target',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
    archivedProject: 'allowed',
    fails: ['not_found'],
  },
  testChatTarget: {
    summary: 'Send a test message to a chat target, even if it is switched off',
    method: 'POST',
    path: `${one}test/`,
    who: { project: 'admin' },
    fails: ['not_found'],
  },
})
