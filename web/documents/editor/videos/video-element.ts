import { type VideoAttributes, videoHosts, videoPageUrl } from '#common/documents/content/videos.ts'
import { t } from '../../../locales/i18n.ts'

/**
 * Creates the markup of a video for the editor and for stored texts. Nothing is loaded from the host until
 * the user starts the video. It then plays in a frame with only the permissions that a player needs.
 */
export function createVideoElement(video: VideoAttributes | null): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'video'
  if (video === null) {
    dom.textContent = t('editor.video.none')
    return dom
  }
  const { name } = videoHosts[video.host]
  const stage = document.createElement('div')
  stage.className = 'video-stage'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'video-play'
  const [title, note] = [document.createElement('strong'), document.createElement('span')]
  title.textContent = t('editor.video.play', { host: name })
  note.textContent = t('editor.video.note', { host: name })
  button.append(title, note)
  button.addEventListener('click', () => {
    const frame = playerOf(video)
    stage.replaceChildren(frame)
    frame.focus()
  })
  stage.append(button)
  const link = document.createElement('a')
  link.className = 'video-link'
  link.href = videoPageUrl(video)
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.textContent = link.href
  dom.append(stage, link)
  return dom
}

function playerOf(video: VideoAttributes): HTMLIFrameElement {
  const { name, player } = videoHosts[video.host]
  const frame = document.createElement('iframe')
  frame.title = t('editor.video.of', { host: name })
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
  frame.allow = 'autoplay; fullscreen; picture-in-picture'
  // Players require the embedding site as referrer. The policy does not reveal the path of the page.
  frame.referrerPolicy = 'strict-origin'
  frame.src = player(video.video)
  return frame
}
