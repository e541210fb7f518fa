interface EmbedHost {
  name: string
  /** True if the content of the host is a video. A video starts to play as soon as its frame is loaded. */
  isVideo?: boolean
  /** The accepted ids. An id is the part of the address that identifies the content at its host. */
  id: RegExp
  page: (id: string) => string
  /**
   * Returns the address for a frame. Hosts that forbid frames do not have this function, so Tandem only shows a link to
   * their content.
   */
  frame?: (id: string) => string
}

/** The supported hosts of embedded content. Addresses of other hosts stay links. */
export const embedHosts = {
  youtube: {
    name: 'YouTube',
    isVideo: true,
    id: /^[\w-]{11}$/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    name: 'Vimeo',
    isVideo: true,
    id: /^\d{6,12}$/,
    page: (id) => `https://vimeo.com/${id}`,
    frame: (id) => `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
  },
  loom: {
    name: 'Loom',
    isVideo: true,
    id: /^[\da-f]{32}$/,
    page: (id) => `https://www.loom.com/share/${id}`,
    frame: (id) => `https://www.loom.com/embed/${id}?autoplay=1`,
  },
  figma: {
    name: 'Figma',
    id: /^(design|proto|board|slides)\/[A-Za-z0-9]{10,64}(\?node-id=\d{1,12}-\d{1,12})?$/,
    page: (id) => `https://www.figma.com/${id}`,
    frame: (id) => `https://embed.figma.com/${id}${id.includes('?') ? '&' : '?'}embed-host=tandem`,
  },
  google: {
    name: 'Google Docs',
    id: /^(document|spreadsheets|presentation)\/d\/[\w-]{20,100}$/,
    page: (id) => `https://docs.google.com/${id}/edit`,
    frame: (id) => `https://docs.google.com/${id}/preview`,
  },
  miro: {
    name: 'Miro',
    id: /^[\w-]{8,40}={0,2}$/,
    page: (id) => `https://miro.com/app/board/${id}/`,
    frame: (id) => `https://miro.com/app/live-embed/${id}/`,
  },
  codepen: {
    name: 'CodePen',
    id: /^[\w-]{1,64}\/[A-Za-z0-9]{5,40}$/,
    page: (id) => `https://codepen.io/${id.replace('/', '/pen/')}`,
    frame: (id) => `https://codepen.io/${id.replace('/', '/embed/')}?default-tab=result`,
  },
  gist: {
    name: 'GitHub Gist',
    id: /^[A-Za-z0-9-]{1,39}\/[\da-f]{20,40}$/,
    page: (id) => `https://gist.github.com/${id}`,
  },
} as const satisfies Record<string, EmbedHost>

export type EmbedHostKey = keyof typeof embedHosts

/** The id is named `video`, because earlier versions supported only videos, and stored documents contain the name. */
export interface EmbedAttributes {
  host: EmbedHostKey
  /** The id of the content at its host. Other parts of the address are not stored. */
  video: string
}

export function embedHost(host: EmbedHostKey): EmbedHost {
  return embedHosts[host]
}

/** The origins that the content security policy must allow for frames. */
export const embedOrigins = Object.keys(embedHosts).flatMap((host) => {
  const { frame } = embedHost(host as EmbedHostKey)
  return frame === undefined ? [] : [new URL(frame('')).origin]
})

/**
 * Validates the attributes of an embed, because clients can write arbitrary values into a document. Returns null if
 * they are invalid.
 */
export function validEmbedAttributes({ host, video }: Record<string, unknown>): EmbedAttributes | null {
  if (typeof host !== 'string' || typeof video !== 'string' || !Object.hasOwn(embedHosts, host)) return null
  const known = host as EmbedHostKey
  return embedHosts[known].id.test(video) ? { host: known, video } : null
}

/** Parses the address of content at a supported host. Returns null for all other addresses. */
export function parseEmbedUrl(address: unknown): EmbedAttributes | null {
  if (typeof address !== 'string' || address.length > 2_000 || !URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.port !== '') return null
  const site = url.hostname.replace(/^(www|m|music)\./, '')
  const read = Object.hasOwn(sites, site) ? sites[site] : undefined
  const found = read?.(url.pathname.split('/').slice(1), url.searchParams)
  return found ? validEmbedAttributes({ host: found[0], video: found[1] }) : null
}

type ReadAddress = (
  path: string[],
  query: URLSearchParams,
) => [EmbedHostKey, string | null | undefined] | null

function youTube(path: string[], query: URLSearchParams): ReturnType<ReadAddress> {
  const [first = '', second] = path
  if (first === 'watch') return ['youtube', query.get('v')]
  return /^(embed|shorts|live)$/.test(first) ? ['youtube', second] : null
}

/**
 * Functions that parse the path and the query of an address, by host name. The host name has no prefix `www`, `m` or
 * `music`.
 */
const sites: Record<string, ReadAddress> = {
  'youtube.com': youTube,
  'youtube-nocookie.com': youTube,
  'youtu.be': ([id]) => ['youtube', id],
  'vimeo.com': ([id]) => ['vimeo', id],
  'player.vimeo.com': ([kind, id]) => (kind === 'video' ? ['vimeo', id] : null),
  'loom.com': ([kind = '', id]) => (/^(share|embed)$/.test(kind) ? ['loom', id] : null),
  'figma.com': figma,
  'embed.figma.com': figma,
  'docs.google.com': (path) => {
    // If a user is signed in to several Google accounts, the address contains the number of the account:
    // `/document/u/1/d/…`.
    const [kind, d, id] = path[1] === 'u' ? [path[0], ...path.slice(3)] : path
    return ['google', `${kind}/${d}/${id}`]
  },
  'miro.com': ([app, kind = '', id]) =>
    app === 'app' && /^(board|live-embed)$/.test(kind) ? ['miro', id] : null,
  'codepen.io': ([user, kind = '', id]) =>
    /^(pen|embed|full|details)$/.test(kind) ? ['codepen', `${user}/${id}`] : null,
  'gist.github.com': ([user, id]) => ['gist', `${user}/${id}`],
}

function figma([kind = '', key]: string[], query: URLSearchParams): ReturnType<ReadAddress> {
  const node = query.get('node-id')
  // In older Figma addresses, the path of a design begins with `file` instead of `design`.
  return [
    'figma',
    `${kind === 'file' ? 'design' : kind}/${key}${node ? `?node-id=${node.replace(':', '-')}` : ''}`,
  ]
}

export function embedPageUrl({ host, video }: EmbedAttributes): string {
  return embedHosts[host].page(video)
}
