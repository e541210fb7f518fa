import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { streamSSE } from 'hono/streaming'
import { publishedPageEventsPath, publishedPagePath } from '#common/pages/pages/public-paths.ts'
import {
  findPublishedPages,
  isPublishedPageIndexed,
  type PublishedPages,
} from '../../access/published-pages.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { onFeedChanged } from '../../platform/feed/wake.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { createEventReader, type EventReader } from './event-reader.ts'
import { changedPageIds, type PageTreeState, pageTreeStateOf } from './page-tree-state.ts'

/**
 * Sends events of public pages to the browsers that show them (server-sent events). The event `changed` means that
 * browsers must load the pages again whose ids the event contains. Without ids, all browsers must load their page
 * again. The event `gone` means that the link no longer works. Readers of the link already know the ids, so the events
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
  state: PageTreeState
  readers: Set<EventReader>
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
    await deps.limits.take('published_page', network)
    const anchor = c.req.param('anchor') ?? ''
    const found = await load(anchor)
    if (found === null) return c.body(null, 404)
    // Nobody reads the stream of a HEAD request, so the stream would never end.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' })
    const count = networks.get(network) ?? 0
    const total = [...networks.values()].reduce((sum, each) => sum + each, 0)
    if (count >= maxReadersPerNetwork || total >= maxReaders) return c.body(null, 429)
    networks.set(network, count + 1)
    // Nginx buffers the events unless this header is set.
    c.header('X-Accel-Buffering', 'no')
    c.header('Cache-Control', 'no-store')
    return streamSSE(c, async (stream) => {
      const link = links.get(anchor) ?? addLink(anchor, found)
      const reader = createEventReader(stream)
      link.readers.add(reader)
      reader.send('open')
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve)
        if (stream.aborted || stream.closed) resolve()
      })
      link.readers.delete(reader)
      if (link.readers.size === 0) removeLink(anchor, link)
      const left = (networks.get(network) ?? 1) - 1
      if (left > 0) networks.set(network, left)
      else networks.delete(network)
    })
  })
  app.get(publishedPagePath(':anchor'), hideFromSearchEngines(deps))
  app.get(publishedPagePath(':anchor', ':page'), hideFromSearchEngines(deps))

  function addLink(anchor: string, found: PublishedPages): WatchedLink {
    const { workspace_id } = found
    const link: WatchedLink = { workspace_id, state: pageTreeStateOf(found), readers: new Set(), check: null }
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

  function removeLink(anchor: string, link: WatchedLink): void {
    if (link.check !== null) clearTimeout(link.check)
    if (links.get(anchor) === link) links.delete(anchor)
  }

  async function check(anchor: string, link: WatchedLink): Promise<void> {
    const found = await load(anchor)
    if (found === null) {
      removeLink(anchor, link)
      for (const reader of link.readers) reader.end('gone')
      return
    }
    const before = link.state
    link.state = pageTreeStateOf(found)
    const changed = changedPageIds(before, link.state)
    if (changed?.length === 0) return
    for (const reader of link.readers) reader.send('changed', changed?.join(' '))
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
          for (const reader of link.readers) reader.ping()
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
        for (const reader of readers) reader.close()
      }
      links.clear()
    },
  }
}

/**
 * Sets headers so that search engines list a public page only if its publisher allows it. If a network loads too many
 * pages, the database is not queried, and the pages are not listed.
 */
function hideFromSearchEngines({
  orm,
  limits,
}: Pick<Deps, 'orm' | 'limits'>): MiddlewareHandler<HttpEnv, string> {
  return async (c, next) => {
    const isIndexed =
      (await limits.tryTake('published_page', getClientNetwork(c.get('address')))) &&
      (await isPublishedPageIndexed(orm.em.fork(), c.req.param('anchor') ?? ''))
    await next()
    if (!isIndexed) c.res.headers.set('X-Robots-Tag', 'noindex')
  }
}
