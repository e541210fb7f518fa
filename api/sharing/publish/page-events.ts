import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { publishedPageEventsPath, publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { findPublishedPages, type PublishedPages } from '../../access/published-pages.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { onFeedChanged } from '../../platform/feed/wake.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import type { HttpEnv } from '../../platform/http/env.ts'

/**
 * Sends events of public pages to the browsers that show them (server-sent events). The event `changed` means that
 * the browser must load the page again, and `gone` that the link no longer works. The events contain no data, so they
 * reveal nothing.
 */
export interface PublishedPageEvents {
  close(): void
}

/**
 * Maximum number of open event streams: per process, and per network. A browser that gets no stream shows the
 * page without live updates.
 */
const maxReaders = 5000
const maxReadersPerNetwork = 100
/** Minimum milliseconds between two reads of one link from the database, however often its workspace changes. */
const pause = 1000
/** Milliseconds between polls, which also keep proxies from closing idle connections. */
const pollEvery = 20_000

/** A public link with the event streams of the browsers that show it. */
interface WatchedLink {
  workspace_id: string
  /** The state of the pages when the last event was sent. It is compared with the present state after each change. */
  state: string
  readers: Set<SSEStreamingApi>
  check: ReturnType<typeof setTimeout> | null
}

/** Serves the events and the headers of public pages. Call it before the client is served. */
export function servePublishedPageEvents(
  app: OpenAPIHono<HttpEnv>,
  deps: Pick<Deps, 'orm' | 'bus' | 'limits' | 'log'>,
): PublishedPageEvents {
  const links = new Map<string, WatchedLink>()
  const networks = new Map<string, number>()
  const load = (anchor: string) => findPublishedPages(deps.orm.em.fork(), anchor)

  app.get(publishedPageEventsPath(':anchor'), async (c) => {
    const network = getClientNetwork(c.get('address'))
    await deps.limits.take('visitor', network)
    const anchor = c.req.param('anchor') ?? ''
    const found = await load(anchor)
    if (found === null) return c.body(null, 404)
    const count = networks.get(network) ?? 0
    const total = [...networks.values()].reduce((sum, each) => sum + each, 0)
    if (count >= maxReadersPerNetwork || total >= maxReaders) return c.body(null, 429)
    networks.set(network, count + 1)
    // Nginx buffers the events unless this header is set.
    c.header('X-Accel-Buffering', 'no')
    c.header('Cache-Control', 'no-store')
    return streamSSE(c, async (stream) => {
      const link = links.get(anchor) ?? addLink(anchor, found)
      link.readers.add(stream)
      await stream.writeSSE({ event: 'open', data: '' })
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve)
        if (stream.aborted || stream.closed) resolve()
      })
      link.readers.delete(stream)
      if (link.readers.size === 0 && links.get(anchor) === link) links.delete(anchor)
      const left = (networks.get(network) ?? 1) - 1
      if (left > 0) networks.set(network, left)
      else networks.delete(network)
    })
  })
  app.get(publishedPagePath(':anchor'), hideFromSearchEngines(load))
  app.get(publishedPagePath(':anchor', ':page'), hideFromSearchEngines(load))

  function addLink(anchor: string, found: PublishedPages): WatchedLink {
    const { workspace_id } = found
    const link: WatchedLink = { workspace_id, state: stateOf(found), readers: new Set(), check: null }
    links.set(anchor, link)
    return link
  }

  function scheduleCheck(anchor: string, link: WatchedLink): void {
    link.check ??= setTimeout(() => {
      link.check = null
      check(anchor, link).catch((err: unknown) =>
        deps.log.error({ err }, 'a public page could not be checked'),
      )
    }, pause)
  }

  async function check(anchor: string, link: WatchedLink): Promise<void> {
    const found = await load(anchor)
    const state = found === null ? null : stateOf(found)
    if (state === link.state) return
    if (state !== null) link.state = state
    await send(link, state === null ? 'gone' : 'changed')
    if (state === null) links.delete(anchor)
  }

  async function send(link: WatchedLink, event: 'changed' | 'gone' | 'ping'): Promise<void> {
    await Promise.all([...link.readers].map((reader) => reader.writeSSE({ event, data: '' })))
    if (event === 'gone') for (const reader of link.readers) reader.abort()
  }

  const stop = onFeedChanged(
    deps.bus,
    {
      onWake(workspaceId) {
        for (const [anchor, link] of links) if (link.workspace_id === workspaceId) scheduleCheck(anchor, link)
      },
      onPoll() {
        for (const [anchor, link] of links) {
          scheduleCheck(anchor, link)
          void send(link, 'ping')
        }
      },
    },
    pollEvery,
  )
  return {
    close() {
      stop()
      for (const { readers, check } of links.values()) {
        if (check !== null) clearTimeout(check)
        for (const reader of readers) reader.abort()
      }
      links.clear()
    },
  }
}

/** Returns a text that changes whenever the public link shows something else. */
function stateOf({ pages, publication }: PublishedPages): string {
  return JSON.stringify([publication.is_indexed, pages])
}

/** Sets headers so that search engines list a public page only if its publisher allows it. */
function hideFromSearchEngines(
  load: (anchor: string) => Promise<PublishedPages | null>,
): MiddlewareHandler<HttpEnv, string> {
  return async (c, next) => {
    const found = await load(c.req.param('anchor') ?? '')
    await next()
    if (found?.publication.is_indexed !== true) c.res.headers.set('X-Robots-Tag', 'noindex')
  }
}
