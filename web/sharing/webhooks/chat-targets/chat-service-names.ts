import type { ChatService } from '#common/sharing/webhooks/chat-targets/rules.ts'

/** The names of the chat services are the same in every language. */
export const chatServiceNames: Record<ChatService, string> = {
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Microsoft Teams',
  matrix: 'Matrix',
}
