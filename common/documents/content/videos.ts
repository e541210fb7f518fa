/** The supported video hosts. Addresses of other hosts stay links. */
export const videoHosts = {
  youtube: {
    name: 'YouTube',
    id: /^[\w-]{11}$/,
    page: (id: string) => `https://www.youtube.com/watch?v=${id}`,
    player: (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    name: 'Vimeo',
    id: /^\d{6,12}$/,
    page: (id: string) => `https://vimeo.com/${id}`,
    player: (id: string) => `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
  },
  loom: {
    name: 'Loom',
    id: /^[\da-f]{32}$/,
    page: (id: string) => `https://www.loom.com/share/${id}`,
    player: (id: string) => `https://www.loom.com/embed/${id}?autoplay=1`,
  },
} as const

type VideoHost = keyof typeof videoHosts

export interface VideoAttributes {
  host: VideoHost
  /** The id of the video at its host. Other parts of the video's address are not stored. */
  video: string
}

/** The origins that the content security policy must allow for frames. */
export const videoOrigins = Object.values(videoHosts).map(({ player }) => new URL(player('')).origin)

/** Returns valid attributes, or null, because any client can write arbitrary values. */
export function validVideoAttributes({ host, video }: Record<string, unknown>): VideoAttributes | null {
  if (typeof host !== 'string' || typeof video !== 'string' || !Object.hasOwn(videoHosts, host)) return null
  const known = host as VideoHost
  return videoHosts[known].id.test(video) ? { host: known, video } : null
}

/** Returns the video at an address, or null for other addresses. */
export function parseVideoUrl(address: unknown): VideoAttributes | null {
  if (typeof address !== 'string' || address.length > 2_000 || !URL.canParse(address)) return null
  const { protocol, hostname, pathname, searchParams, username, port } = new URL(address)
  if (!/^https?:$/.test(protocol) || username !== '' || port !== '') return null
  const site = hostname.replace(/^(www|m|music)\./, '')
  const [, first = '', second = ''] = pathname.split('/')
  const isYouTube = site === 'youtube.com' || site === 'youtube-nocookie.com'
  if (site === 'youtu.be') return validVideoAttributes({ host: 'youtube', video: first })
  if (isYouTube && first === 'watch')
    return validVideoAttributes({ host: 'youtube', video: searchParams.get('v') })
  if (isYouTube && /^(embed|shorts|live)$/.test(first))
    return validVideoAttributes({ host: 'youtube', video: second })
  if (site === 'vimeo.com') return validVideoAttributes({ host: 'vimeo', video: first })
  if (site === 'player.vimeo.com' && first === 'video')
    return validVideoAttributes({ host: 'vimeo', video: second })
  if (site === 'loom.com' && /^(share|embed)$/.test(first))
    return validVideoAttributes({ host: 'loom', video: second })
  return null
}

export function videoPageUrl({ host, video }: VideoAttributes): string {
  return videoHosts[host].page(video)
}
