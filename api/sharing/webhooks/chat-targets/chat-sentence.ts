import type { Config } from '../../../platform/config/config.ts'
import { decryptSecret, encryptSecret } from '../../../platform/config/sealed.ts'
import { getTranslator } from '../../../platform/locales.ts'
import type { WebhookRow } from '../entity.ts'
import type { ChatMessage } from './chat-messages.ts'
import { type ChatValues, createChatBody } from './chat-text.ts'

/** A message as the job stores it. Its URL is a path, because feed readers do not know the address of the server. */
interface StoredChatMessage {
  sentence: string
  values: ChatValues
}

/** Returns the body of the delivery job: the sentence in the given language, whose placeholders the job replaces. */
export function createChatJobBody({ event, values, more }: ChatMessage, language: string): string {
  const { t } = getTranslator(language)
  // The translator escapes nothing, so that the sentence keeps its placeholders.
  const item =
    more === 0
      ? values.item
      : t('chatMessages.more', { item: placeholders.item, count: more }).replace(
          placeholders.item,
          () => values.item,
        )
  return serialize({ sentence: t(`chatMessages.${event}`, placeholders), values: { ...values, item } })
}

/** Returns the body of the job that sends a test message. */
export function createTestChatJobBody(
  { actor, project, path }: { actor: string; project: string; path: string },
  language: string,
): string {
  const { t } = getTranslator(language)
  const sentence = t('chatMessages.test', placeholders)
  return serialize({ sentence, values: { actor, project, item: project, text: '', value: '', url: path } })
}

const placeholders = {
  actor: '{{actor}}',
  item: '{{item}}',
  project: '{{project}}',
  text: '{{text}}',
  value: '{{value}}',
}

function serialize(message: StoredChatMessage): string {
  return JSON.stringify(message)
}

/** Returns the body of the request that is sent to the chat service. */
export function renderChatJobBody(
  { appUrl }: Pick<Config, 'appUrl'>,
  target: WebhookRow,
  body: string,
): string {
  const { sentence, values } = JSON.parse(body) as StoredChatMessage
  if (target.service === null) throw new Error(`the webhook ${target.id} is no chat target`)
  return createChatBody(target.service, {
    sentence,
    template: target.template,
    values: { ...values, url: appUrl + values.url },
  })
}

const purpose = 'chat-urls'

/** Encrypts the URL of a chat target, because anyone who knows the URL can write to the channel. */
export function encryptChatUrl(config: Pick<Config, 'secret'>, id: string, url: string): string {
  return encryptSecret(config, { purpose, of: id }, url)
}

export function decryptChatUrl(config: Pick<Config, 'secret'>, { id, sealed_secret }: WebhookRow): string {
  return decryptSecret(config, { purpose, of: id }, sealed_secret)
}
