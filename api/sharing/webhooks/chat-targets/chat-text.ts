import {
  type ChatPlaceholder,
  type ChatService,
  splitChatTemplate,
} from '#common/sharing/webhooks/chat-targets/rules.ts'

/**
 * The values of the placeholders, as plain text. `value` is the new state or the names of the assignees, and only
 * default sentences contain it.
 */
export type ChatValues = Record<Exclude<ChatPlaceholder, 'message'> | 'value', string>

/** How a chat service writes text and links. */
interface ChatMarkup {
  escapeText: (text: string) => string
  link: (label: string, url: string) => string
  body: (text: string, values: ChatValues) => object
}

/** Maximum number of characters of a message to Discord, which refuses longer ones. */
const maxDiscordLength = 2000
/** An invisible character after `@` prevents that a title or a comment notifies a whole channel. */
const withoutMentions = (text: string) => text.replaceAll('@', '@\u200b')
const escapeMarkdown = (text: string) =>
  withoutMentions(text.replaceAll(/[\\`*_~|[\]<>()#]/g, String.raw`\$&`))
const markdownLink = (label: string, url: string) => `[${label}](${url})`
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/**
 * Slack has no escape character for formatting. An invisible space after each formatting character has the same effect,
 * because formatted text cannot begin with a space. Programs that accept the format of Slack, and bridges to Matrix, may
 * also read links of Markdown.
 */
const withoutFormatting = (text: string) => text.replaceAll(/[*_~`]|\](?=\()/g, '$&\u200b')

const markups: Record<ChatService, ChatMarkup> = {
  slack: {
    // Slack reads mentions such as `<!channel>` only with unescaped angle brackets.
    escapeText: (text) => withoutFormatting(withoutMentions(escapeHtml(text).replaceAll('&quot;', '"'))),
    link: (label, url) => `<${url}|${label.replaceAll('|', '¦')}>`,
    body: (text) => ({ text }),
  },
  discord: {
    escapeText: escapeMarkdown,
    link: (label, url) => markdownLink(label, `<${url}>`),
    body: (text) => ({
      username: 'Tandem',
      content: text.slice(0, maxDiscordLength),
      allowed_mentions: { parse: [] },
    }),
  },
  mattermost: {
    escapeText: escapeMarkdown,
    link: markdownLink,
    body: (text) => ({ username: 'Tandem', text }),
  },
  teams: {
    escapeText: escapeMarkdown,
    link: markdownLink,
    body: (text, { url }) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text, wrap: true }],
            actions: [{ type: 'Action.OpenUrl', title: 'Tandem', url }],
          },
        },
      ],
    }),
  },
  matrix: {
    escapeText: (text) => withoutFormatting(withoutMentions(escapeHtml(text))),
    link: (label, url) => `<a href="${escapeHtml(url)}">${label}</a>`,
    body: (html, { url }) => ({ username: 'Tandem', text: `${plainText(html)} ${url}`, html }),
  },
}

/** The body of a Matrix message has a plain text for clients that show no HTML. */
function plainText(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '')
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/**
 * Returns the JSON body of a chat message. `sentence` is the default sentence with placeholders, and `template` the
 * template of the target, which may contain the sentence as `{{message}}`. Values are escaped, so that a title can
 * contain no markup and mention nobody. If the template results in no visible text, the sentence is used, because chat
 * services refuse empty messages.
 */
export function createChatBody(
  service: ChatService,
  { sentence, template, values }: { sentence: string; template: string | null; values: ChatValues },
): string {
  const { escapeText, link, body } = markups[service]
  const rendered: Record<string, string> = {
    actor: escapeText(values.actor),
    project: escapeText(values.project),
    text: escapeText(values.text),
    value: escapeText(values.value),
    url: values.url,
    item: link(escapeText(values.item), values.url),
  }
  const fill = (text: string) =>
    splitChatTemplate(text)
      .map((part, at) => (at % 2 === 0 ? part : (rendered[part] ?? '')))
      .join('')
  rendered['message'] = fill(sentence)
  const text = fill(template ?? '{{message}}')
  return JSON.stringify(body(isBlank(text) ? rendered['message'] : text, values))
}

function isBlank(text: string): boolean {
  return text.replaceAll(/[\s\p{Cf}]/gu, '') === ''
}
