import { type EmbedAttributes, embedHost, embedPageUrl } from '#common/documents/content/embeds.ts'
import { t } from '../../../locales/i18n.ts'

/**
 * Creates the markup of an embed for the editor and for stored texts. Nothing is loaded from the host until
 * the user opens the content. It is then shown in a frame with only the permissions that it needs. Content of
 * hosts that forbid frames is shown as a card with a link.
 */
export function createEmbedElement(embed: EmbedAttributes | null): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'embed'
  if (embed === null) {
    dom.textContent = t('editor.embed.name')
    return dom
  }
  const { name, isVideo, frame } = embedHost(embed.host)
  const link = document.createElement('a')
  link.className = 'embed-link'
  link.href = embedPageUrl(embed)
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.textContent = link.href
  if (frame === undefined) {
    const title = document.createElement('strong')
    title.textContent = name
    link.classList.add('embed-card')
    link.prepend(title)
    dom.append(link)
    return dom
  }
  const stage = document.createElement('div')
  stage.className = 'embed-stage'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'embed-open'
  button.toggleAttribute('data-video', isVideo === true)
  const [title, note] = [document.createElement('strong'), document.createElement('span')]
  title.textContent = t(isVideo ? 'editor.embed.play' : 'editor.embed.open', { host: name })
  note.textContent = t('editor.embed.note', { host: name })
  button.append(title, note)
  button.addEventListener('click', () => {
    const content = createFrame(embed, frame(embed.video))
    stage.replaceChildren(content)
    content.focus()
  })
  stage.append(button)
  dom.append(stage, link)
  return dom
}

function createFrame({ host }: EmbedAttributes, src: string): HTMLIFrameElement {
  const { name } = embedHost(host)
  const frame = document.createElement('iframe')
  frame.title = t('editor.embed.of', { host: name })
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
  frame.allow = 'autoplay; fullscreen; picture-in-picture'
  // Video players require the origin of the embedding site as referrer. This policy sends only the origin and not the
  // path of the page.
  frame.referrerPolicy = 'strict-origin'
  frame.src = src
  return frame
}
