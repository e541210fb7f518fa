/** The chat services that Tandem can send messages to. Matrix needs a bridge with webhooks, such as Hookshot. */
export const chatServices = ['slack', 'discord', 'mattermost', 'teams', 'matrix'] as const
export type ChatService = (typeof chatServices)[number]

/** The events of a project that a chat target can receive. */
export const chatEvents = [
  ...(['item_created', 'item_state', 'item_assigned', 'item_deleted'] as const),
  ...(['comment_created', 'cycle_created', 'module_created'] as const),
] as const
export type ChatEvent = (typeof chatEvents)[number]

/** Events that a new chat target receives if the request names none. */
export const defaultChatEvents: readonly ChatEvent[] = ['item_created', 'item_state', 'comment_created']

/** Maximum number of chat targets of a project, since each of them receives every chosen event. */
export const chatTargetsLimit = 10
export const maxChatTargetNameLength = 100
export const maxChatTemplateLength = 500

/**
 * The placeholders of a template, such as `{{message}}`. `message` is the default sentence, and `text` is the beginning
 * of a comment.
 */
export const chatPlaceholders = ['message', 'actor', 'item', 'project', 'text', 'url'] as const
export type ChatPlaceholder = (typeof chatPlaceholders)[number]

/** Splits a template into its literal texts and its placeholders. Every second part is the name of a placeholder. */
export function splitChatTemplate(template: string): string[] {
  return template.split(/\{\{\s*(\w+)\s*\}\}/)
}

/** Returns the first name in the template that is no placeholder, or null. */
export function findUnknownPlaceholder(template: string): string | null {
  const names = splitChatTemplate(template).filter((_, at) => at % 2 === 1)
  return names.find((name) => !chatPlaceholders.some((known) => known === name)) ?? null
}
